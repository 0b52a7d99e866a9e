"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useRef } from "react";
import { ordersText } from "@/components/admin/orders/texts";
import { Permitted } from "@/components/admin/permissions";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { FilterDate, Filters } from "@/components/admin/ui/filters";
import { Section } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { tabUrl, urlWithQuery } from "@/components/admin/urls";
import { usePolling } from "@/components/admin/use-polling";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Check } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { PrintButton } from "@/components/ui/print-button";
import { toast } from "@/components/ui/toast";
import { addDays, dayText, formatShortDate, indiaWeekday } from "@/lib/dates";
import { windowText } from "@/lib/delivery/texts";
import type { MessageAction } from "@/lib/http/action-state";
import type { FirstWindow } from "@/lib/kitchen/queries";
import type { Kitchen, KitchenWindow } from "@/lib/kitchen/rules";
import { weightText } from "@/lib/stock/plan-texts";
import { PackingGroup } from "./packing-group";
import { type PackedAction, PackedBatch } from "./packing-order";
import { type EnterBatchAction, SweetsPlanned } from "./sweets-planned";
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

const windowId = ({ from, to, pool }: KitchenWindow) => `window-${from}-${to}-${pool}`.replaceAll(":", "");

export function KitchenScreen({ kitchen, asked, etag, next, actions }: KitchenScreenProps) {
  const { date, today, done, all, plans, windows, withoutWindow } = kitchen;
  const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];
  const near = { [today]: "Today", [tomorrow]: "Tomorrow", [yesterday]: "Yesterday" }[date];
  const late = windows.filter((window) => window.late);
  const inStock = plans.filter(({ free }) => free > 0);
  const orders = [...windows, withoutWindow].flatMap(({ pack }) => pack.map(({ id }) => id));
  const waiting = date === today ? "Waiting, the oldest first, and packed today" : "To leave our kitchen on this day";
  return (
    <div className="kitchen">
      <KitchenRefresh key={etag} asked={asked} etag={etag} all={all} />
      <Section
        title="Kitchen"
        beside={
          <p className="text-lg num">
            {near && <b>{near}, </b>}
            {indiaWeekday(date)}, {formatShortDate(date)}
          </p>
        }
        actions={<PrintButton />}
        className=""
      >
        <KitchenDays date={date} today={today} />
      </Section>
      {next && (
        <Disclosure className="mt-4 print:hidden" summary={`Tomorrow, ${windowText(next)}: ${ordersText(next.all)}`}>
          <ul className="num">
            {next.make.map(({ productId, name, ordered, kilograms }) => (
              <li key={productId}>
                <b>{kilograms === null ? `${ordered} ×` : weightText(kilograms)}</b> {name}
              </li>
            ))}
          </ul>
          <AdminLink className="min-h-11" href={tabUrl("kitchen", { date: tomorrow })}>
            Tomorrow’s kitchen
          </AdminLink>
        </Disclosure>
      )}
      {/* Batches are entered for yesterday, today and tomorrow. */}
      <SweetsPlanned kitchen={kitchen} action={near ? actions.enterMade : null} />
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
          {late.length > 0 && (
            // It is there when the page opens: nothing that is read out.
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
          )}
          <div className="grid grid-cols-1 gap-8 mt-6">
            {windows.map((window) => (
              <PackingGroup
                key={windowId(window)}
                id={windowId(window)}
                title={windowText(window)}
                group={window}
                allUrl={tabUrl("kitchen", { date: asked, all: "yes" })}
                action={actions.markPacked}
              />
            ))}
            {withoutWindow.all > 0 && (
              <PackingGroup
                id="without-window"
                title="Without a window"
                note={withoutWindow.all === withoutWindow.done ? "Packed" : waiting}
                group={withoutWindow}
                action={actions.markPacked}
              />
            )}
          </div>
          <PackedBatch orders={orders} action={actions.markPacked} />
        </>
      )}
      {date === today && inStock.length > 0 && (
        <Permitted to="stock:write">
          <Panel className="mt-8 px-4 lg:px-5 print:hidden">
            <WasteForm sweets={inStock} action={actions.throwAway} />
          </Panel>
        </Permitted>
      )}
    </div>
  );
}

/**
 * Asks while the page is visible whether the day has changed, by the ETag of what is shown, and refreshes the page then. It says
 * that orders have come, that the session has ended, and that the shop cannot be reached.
 */
function KitchenRefresh({ asked, etag, all }: Pick<KitchenScreenProps, "asked" | "etag"> & { all: number }) {
  const router = useRouter();
  const shown = useRef({ etag, all });

  const trouble = usePolling(
    (signal) =>
      fetch(urlWithQuery("/api/admin/kitchen", { date: asked }), {
        headers: { "if-none-match": shown.current.etag },
        cache: "no-store",
        signal,
      }),
    async (response) => {
      const now = (await response.json()) as { all: number };
      if (now.all > shown.current.all) toast.info(`${ordersText(now.all - shown.current.all)} more to pack`);
      shown.current = { etag: response.headers.get("etag") ?? "", all: now.all };
      router.refresh();
    },
  );

  if (trouble === "none") return null;
  const signIn = urlWithQuery("/login", { next: tabUrl("kitchen", { date: asked }) });
  const title =
    trouble === "lost" ? (
      "The shop cannot be reached at the moment. This list may be out of date."
    ) : (
      <>
        You have been signed out. Please sign in again to see what is new. <a href={signIn}>Sign in</a>
      </>
    );
  return <Notice tone="warning" role="alert" className="mb-4 [&_a]:underline print:hidden" title={title} />;
}

function KitchenDays({ date, today }: { date: string; today: string }) {
  const link = (day: string, text: ReactNode) => (
    <AdminLink kind="outline" className="num" href={tabUrl("kitchen", { date: day === today ? undefined : day })}>
      {text}
    </AdminLink>
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
