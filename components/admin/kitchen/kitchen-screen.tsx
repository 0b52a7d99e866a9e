"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { ordersText } from "@/components/admin/orders/batch";
import { May } from "@/components/admin/permissions";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { FilterDate, Filters } from "@/components/admin/ui/filters";
import { Section } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { tabUrl } from "@/components/admin/urls";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Check } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { PrintButton } from "@/components/ui/print-button";
import { addDays, dayText } from "@/lib/dates";
import { windowText } from "@/lib/delivery/texts";
import type { MessageAction } from "@/lib/http/action-state";
import type { FirstWindow } from "@/lib/kitchen/queries";
import type { Kitchen } from "@/lib/kitchen/rules";
import { weightText } from "@/lib/stock/plan-texts";
import type { EnterBatchAction } from "./batch-form";
import { type PackedAction, PackedBatch } from "./packed-batch";
import { PackingGroup } from "./packing-group";
import { KitchenRefresh } from "./refresh";
import { SweetsPlanned } from "./sweets-planned";
import { nearDay, weekdayText, windowId } from "./texts";
import { WasteForm } from "./waste-form";

type KitchenScreenProps = {
  kitchen: Kitchen;
  /** The day that the address asks for; undefined: today, whenever that is. */
  asked: string | undefined;
  /** The ETag of the API's answer for this day, by which the page finds out that the day has changed. */
  etag: string;
  /** What the first windows of tomorrow need, on today's view. */
  next: FirstWindow | null;
  actions: { markPacked: PackedAction; enterMade: EnterBatchAction; throwAway: MessageAction };
};

/** What the kitchen makes and packs on a day. It refreshes by itself. */
export function KitchenScreen({ kitchen, asked, etag, next, actions }: KitchenScreenProps) {
  const { date, today, done, all, plans, windows, withoutWindow } = kitchen;
  const inStock = plans.filter(({ free }) => free > 0);
  const near = nearDay(date, today);
  const orders = [...windows, withoutWindow].flatMap(({ pack }) => pack.map(({ id }) => id));
  const allUrl = tabUrl("kitchen", { date: asked, all: "yes" });
  const note =
    withoutWindow.all === withoutWindow.done
      ? "Packed"
      : date === today
        ? "Waiting, the oldest first, and packed today"
        : "To leave our kitchen on this day";
  const groups = [
    ...windows.map((window) => ({ id: windowId(window), title: windowText(window), group: window, window, allUrl })),
    ...(withoutWindow.all > 0 ? [{ id: "without-window", title: "Without a window", group: withoutWindow, note }] : []),
  ];
  return (
    <div className="kitchen">
      <KitchenRefresh key={asked} asked={asked} etag={etag} all={all} />
      <Section
        title="Kitchen"
        beside={
          <p className="text-lg num">
            {near && <b>{near}, </b>}
            {weekdayText(date)}
          </p>
        }
        actions={<PrintButton />}
        className=""
      >
        <KitchenDays date={date} today={today} />
      </Section>
      {next && <FirstWindowTomorrow window={next} date={addDays(today, 1)} />}
      <SweetsPlanned kitchen={kitchen} action={actions.enterMade} />
      {all === 0 ? (
        <EmptyState title="Nothing to make" level="h3">
          There are no orders for this day.
        </EmptyState>
      ) : (
        <>
          <p className="num text-lg mt-5">
            <b className="text-heading text-d4">{done}</b> of <b>{all}</b> orders packed
          </p>
          <progress className="packed-bar" value={done} max={all} aria-label="Packed orders" />
          <Check name="remains" autoComplete="off" className="mt-2 w-fit print:hidden">
            Only what remains
          </Check>
          <LateWindows windows={windows} />
          <div className="grid grid-cols-1 gap-8 mt-6">
            {groups.map((group) => (
              <PackingGroup key={group.id} {...group} action={actions.markPacked} />
            ))}
          </div>
          <PackedBatch orders={orders} action={actions.markPacked} />
        </>
      )}
      {date === today && inStock.length > 0 && (
        <May to="stock:write">
          <Panel className="mt-8 px-4 lg:px-5 print:hidden">
            <WasteForm sweets={inStock} action={actions.throwAway} />
          </Panel>
        </May>
      )}
    </div>
  );
}

/** Links to the day before, today and the day after, and a field for any other day. */
function KitchenDays({ date, today }: { date: string; today: string }) {
  const link = (day: string, text: ReactNode) => (
    <Link
      className="btn btn-outline num"
      href={tabUrl("kitchen", { date: day === today ? undefined : day })}
      prefetch={false}
    >
      {text}
    </Link>
  );
  const [before, after] = [addDays(date, -1), addDays(date, 1)];
  return (
    <nav aria-label="Day" className="flex flex-wrap items-end gap-3 print:hidden">
      <div className="flex flex-wrap gap-2">
        {link(
          before,
          <>
            <Icon name="chevron-left" label="Previous day:" />
            {dayText(before)}
          </>,
        )}
        {date !== today && link(today, "Today")}
        {link(
          after,
          <>
            {dayText(after)}
            <Icon name="chevron-right" label="(next day)" />
          </>,
        )}
      </div>
      <Filters path="/admin" fixed={{ tab: "kitchen" }} className="flex flex-wrap items-end gap-2 min-w-0">
        <FilterDate label="Date" hiddenLabel name="date" value={date} className="num min-w-0" />
        <Button type="submit" kind="outline">
          Show
        </Button>
      </Filters>
    </nav>
  );
}

/** What tomorrow's first windows need, to be opened the evening before. */
function FirstWindowTomorrow({ window, date }: { window: FirstWindow; date: string }) {
  return (
    <Disclosure className="mt-4 print:hidden" summary={`Tomorrow, ${windowText(window)}: ${ordersText(window.all)}`}>
      <ul className="num">
        {window.make.map(({ productId, name, ordered, kilograms }) => (
          <li key={productId}>
            <b>{kilograms === null ? `${ordered} ×` : weightText(kilograms)}</b> {name}
          </li>
        ))}
      </ul>
      <Link className="link inline-flex items-center min-h-11" href={tabUrl("kitchen", { date })} prefetch={false}>
        Tomorrow’s kitchen
      </Link>
    </Disclosure>
  );
}

/** Names the windows that have started while something is not packed, with links to them. */
function LateWindows({ windows }: { windows: Kitchen["windows"] }) {
  const late = windows.filter((window) => window.late);
  if (late.length === 0) return null;
  // It is there when the page opens: nothing that is read out.
  return (
    <Notice tone="danger" role="group" icon="triangle-alert" title="Late" className="mt-5 print:hidden">
      <ul>
        {late.map((window) => (
          <li key={windowId(window)}>
            <a href={`#${windowId(window)}`} className="tap underline underline-offset-4 num">
              {windowText(window)}
              {window.pool === "pickup" && ", pickup"}: {window.all - window.done} not packed
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
