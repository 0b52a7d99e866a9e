"use client";

import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { PrintButton } from "@/components/ui/print-button";
import { windowText } from "@/lib/delivery/texts";
import type { Kitchen as KitchenDay } from "@/lib/kitchen/rules";
import { KitchenDays } from "./days";
import { KitchenGroup } from "./group";
import { type PackedAction, PackedBatch } from "./packed-batch";
import { KitchenRefresh } from "./refresh";
import { dayText, nearDay, windowId } from "./texts";

type KitchenProps = {
  kitchen: KitchenDay;
  /** The day that the address asks for; undefined: today, whenever that is. */
  asked: string | undefined;
  /** The ETag of the API's answer for this day, by which the page finds out that the day has changed. */
  etag: string;
  action: PackedAction;
};

/** What the kitchen makes and packs on a day. It refreshes by itself, and works without JavaScript. */
export function Kitchen({ kitchen, asked, etag, action }: KitchenProps) {
  const { date, today, done, all, windows, withoutWindow } = kitchen;
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
            {dayText(date)}
          </p>
        </div>
        <PrintButton />
      </div>
      <KitchenDays date={date} today={today} />
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
                action={action}
              />
            ))}
            {withoutWindow.all > 0 && (
              <KitchenGroup
                id="without-window"
                title="Without a window"
                note={
                  date === today && waiting > 0 ? "Waiting, the oldest first, and packed today" : "Packed on this day"
                }
                group={withoutWindow}
                action={action}
              />
            )}
          </div>
          <PackedBatch orders={orders} action={action} />
        </>
      )}
    </div>
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
