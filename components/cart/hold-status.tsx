"use client";

import { useEffect, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { serverNow } from "@/components/ui/server-clock";
import type { PageLine } from "@/lib/cart/queries";
import { isInsufficient } from "@/lib/cart/rules";
import { dayText, formatTime } from "@/lib/dates";
import { refreshCart } from "./cart-store";

const seconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000));
const formatCountdown = (left: number) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;

/** "Held until 3:45 pm", and a countdown once hydrated. The role `timer` is no live region, so seconds are not announced. */
function Countdown({ line, expiresAt }: { line: PageLine; expiresAt: string }) {
  const [left, setLeft] = useState<number | null>(null);

  useEffect(() => {
    const tick = () => setLeft(seconds(Date.parse(expiresAt) - serverNow()));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [expiresAt]);

  const isExpired = left === 0;
  useEffect(() => {
    if (isExpired) void refreshCart();
  }, [isExpired]);

  if (isExpired) return <Expired />;
  const held = line.held < line.quantity ? `${line.held} of ${line.quantity} held` : "Held";
  return (
    <span role="timer" className="num">
      {left === null ? `${held} until ${formatTime(expiresAt)}` : `${held} for ${formatCountdown(left)}`}
    </span>
  );
}

const Expired = () => <span className="text-warning font-medium">Hold expired</span>;

function shortText(line: PageLine): string {
  const { available, day } = line;
  if (day) return available > 0 ? `Only ${available} left for ${dayText(day)}.` : `None left for ${dayText(day)}.`;
  return available > 0 ? `Only ${available} items available in stock.` : "Out of Stock";
}

/** How long a line is held, or why it cannot be bought as it is. */
export function HoldStatus({ line }: { line: PageLine }) {
  if (!line.isAvailable) {
    return (
      <p className="flex items-center gap-1.5 text-danger font-medium">
        <Icon name="ban" className="size-4 shrink-0" />
        No longer available
      </p>
    );
  }
  return (
    <div aria-live="polite" className="text-muted text-sm">
      <p className="flex items-center gap-1.5">
        <Icon name="clock" className="size-4 shrink-0" />
        {line.expiresAt ? <Countdown key={line.expiresAt} line={line} expiresAt={line.expiresAt} /> : <Expired />}
      </p>
      {isInsufficient(line) && (
        <p className="flex items-center gap-1.5 text-danger font-medium">
          <Icon name="circle-alert" className="size-4 shrink-0" />
          {shortText(line)}
        </p>
      )}
    </div>
  );
}
