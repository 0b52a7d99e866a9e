import { useEffect, useRef } from "react";
import { readDay } from "@/components/stock/day-store";
import type { ActionFailure } from "@/lib/http/action-state";
import { HoldLinks } from "./hold-links";
import OtherDay from "./other-day";

/** Beside 'Add to Cart': what can be done about a refusal. */
export default function Refusal({ failure, onAdd }: { failure: ActionFailure; onAdd: (day: string) => void }) {
  const notice = useRef<HTMLDivElement>(null);
  // The button that was pressed may be far away: the bar at the lower edge of a phone's screen.
  useEffect(() => notice.current?.focus(), []);
  if (failure.code === "other_day") return <OtherDay cartDay={failure.day ?? ""} day={readDay()} onAdd={onAdd} />;
  return (
    <div ref={notice} tabIndex={-1} role="alert" className="mt-3 p-4 bg-raised border border-border-strong">
      <p className="font-medium text-danger">{failure.message}</p>
      <HoldLinks failure={failure} next={location.pathname + location.search} />
    </div>
  );
}
