"use client";

import Link from "next/link";
import { ordersText } from "@/components/admin/orders/batch";
import { May } from "@/components/admin/permissions";
import { tabUrl } from "@/components/admin/urls";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { PrintButton } from "@/components/ui/print-button";
import { addDays } from "@/lib/dates";
import { windowText } from "@/lib/delivery/texts";
import type { MessageAction } from "@/lib/http/action-state";
import type { FirstWindow } from "@/lib/kitchen/queries";
import type { Kitchen as KitchenDay } from "@/lib/kitchen/rules";
import { weightText } from "@/lib/stock/plan-texts";
import type { EnterBatchAction } from "./batch-form";
import { KitchenDays } from "./days";
import { KitchenGroup } from "./group";
import { type PackedAction, PackedBatch } from "./packed-batch";
import { SweetsPlanned } from "./plans";
import { KitchenRefresh } from "./refresh";
import { nearDay, weekdayText, windowId } from "./texts";
import { WasteForm } from "./waste-form";

type KitchenProps = {
  kitchen: KitchenDay;
  /** The day that the address asks for; undefined: today, whenever that is. */
  asked: string | undefined;
  /** The ETag of the API's answer for this day, by which the page finds out that the day has changed. */
  etag: string;
  /** What the first windows of tomorrow need, on today's view. */
  next: FirstWindow | null;
  actions: { markPacked: PackedAction; enterMade: EnterBatchAction; throwAway: MessageAction };
};

/** What the kitchen makes and packs on a day. It refreshes by itself, and works without JavaScript. */
export function Kitchen({ kitchen, asked, etag, next, actions }: KitchenProps) {
  const { date, today, done, all, plans, windows, withoutWindow } = kitchen;
  const inStock = plans.filter(({ free }) => free > 0);
  const near = nearDay(date, today);
  const orders = [...windows, withoutWindow].flatMap(({ pack }) => pack.map(({ id }) => id));
  const waiting = withoutWindow.all - withoutWindow.done;
  return (
    <div className="kitchen">
      <KitchenRefresh key={asked} asked={asked} etag={etag} all={all} />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-d4">Kitchen</h2>
          <p className="text-lg num">
            {near && <b>{near}, </b>}
            {weekdayText(date)}
          </p>
        </div>
        <PrintButton />
      </div>
      <KitchenDays date={date} today={today} />
      {next && <FirstWindowTomorrow window={next} date={addDays(today, 1)} />}
      <SweetsPlanned kitchen={kitchen} action={actions.enterMade} />
      {all === 0 ? (
        <EmptyState title="Nothing to make" level="h3">
          There are no orders for this day.
        </EmptyState>
      ) : (
        <>
          <div className="mt-5">
            <p className="num text-lg">
              <b className="text-heading text-d4">{done}</b> of <b>{all}</b> orders packed
            </p>
            <progress className="packed-bar" value={done} max={all} aria-label="Packed orders" />
            <label className="check mt-2 w-fit print:hidden">
              <input type="checkbox" className="hide-packed" autoComplete="off" />
              Only what remains
            </label>
          </div>
          <LateWindows windows={windows} />
          <div className="grid grid-cols-1 gap-8 mt-6">
            {windows.map((window) => (
              <KitchenGroup
                key={windowId(window)}
                id={windowId(window)}
                title={windowText(window)}
                group={window}
                window={window}
                allUrl={tabUrl("kitchen", { date: asked, all: "yes" })}
                action={actions.markPacked}
              />
            ))}
            {withoutWindow.all > 0 && (
              <KitchenGroup
                id="without-window"
                title="Without a window"
                note={withoutWindowNote(date === today, waiting)}
                group={withoutWindow}
                action={actions.markPacked}
              />
            )}
          </div>
          <PackedBatch orders={orders} action={actions.markPacked} />
        </>
      )}
      {date === today && inStock.length > 0 && (
        <May to="stock:write">
          <div className="mt-8 border border-border bg-surface px-4 lg:px-5 print:hidden">
            <WasteForm sweets={inStock} action={actions.throwAway} />
          </div>
        </May>
      )}
    </div>
  );
}

const withoutWindowNote = (isToday: boolean, waiting: number) =>
  waiting === 0
    ? "Packed"
    : isToday
      ? "Waiting, the oldest first, and packed today"
      : "To leave our kitchen on this day";

/** What tomorrow's first windows need, to be opened the evening before. */
function FirstWindowTomorrow({ window, date }: { window: FirstWindow; date: string }) {
  return (
    <details className="mt-4 print:hidden">
      <summary className="min-h-11 inline-flex items-center cursor-pointer font-semibold num">
        {`Tomorrow, ${windowText(window)}: ${ordersText(window.all)}`}
      </summary>
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
    </details>
  );
}

/** Names the windows that have started while something is not packed, with links to them. */
function LateWindows({ windows }: { windows: KitchenDay["windows"] }) {
  const late = windows.filter((window) => window.late);
  if (late.length === 0) return null;
  return (
    <div className="late-windows">
      <Icon name="triangle-alert" className="size-6 shrink-0 mt-0.5" />
      <div>
        <p className="font-bold">Late</p>
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
      </div>
    </div>
  );
}
