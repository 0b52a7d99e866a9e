"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useRef } from "react";
import { ordersText } from "@/components/admin/orders/texts";
import { useMay } from "@/components/admin/permissions";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { FilterDate, Filters } from "@/components/admin/ui/filters";
import { Section } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { useRest } from "@/components/admin/ui/use-rest";
import { tabUrl, urlWithQuery } from "@/components/admin/urls";
import { usePolling } from "@/components/admin/use-polling";
import { Button } from "@/components/ui/button";
import { Check } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { PrintButton } from "@/components/ui/print-button";
import { toast } from "@/components/ui/toast";
import { addDays, dayText, formatShortDate, indiaWeekday } from "@/lib/dates";
import { windowText } from "@/lib/delivery/texts";
import type { MessageAction } from "@/lib/http/action-state";
import type { FirstWindow, InStock } from "@/lib/kitchen/queries";
import { type Kitchen, type KitchenWindow, sweetsOfDay } from "@/lib/kitchen/rules";
import { weightText } from "@/lib/stock/plan-texts";
import { KitchenParts } from "./kitchen-parts";
import { KitchenSheet } from "./kitchen-sheet";
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
  /** What can be thrown away, on today's view. */
  inStock: readonly InStock[] | null;
  actions: { markPacked: PackedAction; enterMade: EnterBatchAction; throwAway: MessageAction };
};

const windowId = ({ from, to, pool }: KitchenWindow) => `window-${from}-${to}-${pool}`.replaceAll(":", "");

export function KitchenScreen({ kitchen, asked, etag, next, inStock, actions }: KitchenScreenProps) {
  const { date, today, done, all, windows, withoutWindow } = kitchen;
  const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];
  const near = { [today]: "Today", [tomorrow]: "Tomorrow", [yesterday]: "Yesterday" }[date];
  const late = windows.filter((window) => window.late);
  const orders = [...windows, withoutWindow].flatMap(({ pack }) => pack);
  const waiting = date === today ? "Waiting, the oldest first, and packed today" : "To leave our kitchen on this day";
  const { throwAway } = actions;
  const wasteable = useMay()("kitchen:write") && inStock;
  const [isResting, rest] = useRest();
  const marking = { action: actions.markPacked, isResting, rest };
  return (
    <KitchenParts
      parts={[
        ["make", sweetsOfDay(kitchen).remaining.length],
        ["pack", all - done],
        ...(wasteable ? [["waste"] as const] : []),
      ]}
      top={
        <>
          <KitchenSheet kitchen={kitchen} />
          <KitchenRefresh key={etag} asked={asked} etag={etag} all={all} />
          <Section
            title="Kitchen"
            beside={
              <p className="text-lg num">
                {near && <b>{near}, </b>}
                {indiaWeekday(date)}, {formatShortDate(date)}
              </p>
            }
            className=""
          >
            <KitchenDays date={date} today={today} />
          </Section>
          {late.length > 0 && (
            // Present at load, so it is not announced.
            <Notice tone="danger" role="group" icon="triangle-alert" title="Late" className="mt-3">
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
        </>
      }
    >
      {/* Batches are entered for yesterday, today and tomorrow. */}
      <SweetsPlanned kitchen={kitchen} action={near ? actions.enterMade : null} />
      {next && (
        <Disclosure data-of="make" className="mt-3" summary={`Tomorrow, ${windowText(next)}: ${ordersText(next.all)}`}>
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
      {all === 0 ? (
        <div data-of="make pack" className="mt-5">
          <h3 className="text-d4">Nothing to pack</h3>
          <p className="text-muted">There are no orders for this day.</p>
        </div>
      ) : (
        <>
          <div data-of="pack" className="mt-4">
            <div className="flex flex-wrap items-center gap-x-5">
              <p className="num text-lg">
                <b className="text-heading text-d4">{done}</b> of <b>{all}</b> orders packed
              </p>
              <Check name="remains" autoComplete="off" className="w-fit">
                Only what remains
              </Check>
            </div>
            <progress className="bar mt-2" value={done} max={all} aria-label="Packed orders" />
          </div>
          <div className="grid grid-cols-1 gap-4 lg:gap-8 mt-4" data-of="make pack">
            {windows.map((window) => (
              <PackingGroup
                key={windowId(window)}
                id={windowId(window)}
                title={windowText(window)}
                group={window}
                allUrl={tabUrl("kitchen", { date: asked, all: "yes" })}
                marking={marking}
              />
            ))}
            {withoutWindow.all > 0 && (
              <PackingGroup
                id="without-window"
                title="Without a window"
                note={withoutWindow.all === withoutWindow.done ? "Packed" : waiting}
                group={withoutWindow}
                marking={marking}
              />
            )}
          </div>
          <div data-of="pack" className="contents">
            <PackedBatch orders={orders} marking={marking} />
          </div>
        </>
      )}
      {wasteable && (
        <div data-of="waste">
          <Section title="Thrown away" level="h3" className="mt-6">
            <Panel className="p-4 lg:px-5">
              {wasteable.length > 0 ? (
                <WasteForm sweets={wasteable} action={throwAway} />
              ) : (
                <p className="text-muted">Nothing is in stock.</p>
              )}
            </Panel>
          </Section>
        </div>
      )}
    </KitchenParts>
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
  return <Notice tone="warning" role="alert" className="mb-4 [&_a]:underline" title={title} />;
}

function KitchenDays({ date, today }: { date: string; today: string }) {
  const link = (day: string, text: ReactNode) => (
    <AdminLink kind="outline" className="num" href={tabUrl("kitchen", { date: day === today ? undefined : day })}>
      {text}
    </AdminLink>
  );
  const [before, after] = [addDays(date, -1), addDays(date, 1)];
  return (
    <nav aria-label="Day" className="flex flex-wrap items-end gap-3">
      <div className="flex flex-wrap gap-2">
        {link(
          before,
          <>
            <Icon name="chevron-left" label="Previous day:" />
            <span className="max-sm:sr-only">{dayText(before)}</span>
          </>,
        )}
        {date !== today && link(today, "Today")}
        {link(
          after,
          <>
            <span className="max-sm:sr-only">{dayText(after)}</span>
            <Icon name="chevron-right" label="(next day)" />
          </>,
        )}
        <PrintButton kind="outline" />
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
