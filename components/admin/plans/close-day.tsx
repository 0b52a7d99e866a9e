import { useState } from "react";
import { LaterAlertDialog } from "@/components/admin/ui/confirm-button";
import { Button } from "@/components/ui/button";
import { countOf } from "@/lib/count";
import { dayText } from "@/lib/dates";
import { isEditable, ownOf, type PlanViewProps, promisedIn } from "./plan-days";

/** Closes a day for all sweets, or takes that back when most are closed; asked first. Nothing where no sweet of the day can be changed. */
export function CloseDay({ plan, days, today, at, className }: PlanViewProps & { at: number; className: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const { day = "" } = days[at] ?? {};
  const open = plan.sweets.flatMap((sweet) => {
    const cell = sweet.cells[at];
    return cell && isEditable(sweet, cell, day, today) ? [{ sweet, cell }] : [];
  });
  if (open.length === 0) return null;
  const isZero = ({ cell }: (typeof open)[number]) => ownOf(cell) === 0;
  // Most, not all: sweets planned since then do not make the day open.
  const isClosed = 2 * open.filter(isZero).length > open.length;
  const concerned = open.filter((one) => isZero(one) === isClosed);
  const verb = isClosed ? "Reopen" : "Close";
  const name = `${verb} ${dayText(day)}`;
  const ordered = concerned.filter(({ cell }) => cell.ordered > 0).length;
  const isPromised = !isClosed && concerned.some(({ cell }) => promisedIn(cell) > 0);

  function confirm() {
    setIsAsking(false);
    const changes = concerned.map(({ sweet }) => plan.changeOf(sweet, at, isClosed ? null : 0));
    // What is known to be promised was said; the server asks about what came meanwhile.
    plan.save({ changes, text: `${dayText(day)} ${isClosed ? "reopened" : "closed"}` }, { force: isPromised });
  }
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={name}
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
      >
        {verb}
      </button>
      {isAsking && (
        <LaterAlertDialog
          onClose={() => setIsAsking(false)}
          title={[
            `${name} for ${countOf(concerned.length, "sweet")}?`,
            ...(!isClosed && ordered > 0 ? [`${ordered} ${ordered === 1 ? "has" : "have"} orders.`] : []),
          ].join(" ")}
          description={
            isClosed
              ? "They follow the week again. Numbers set for this day before it was closed are not restored."
              : `Nothing more can be ordered for this day.${isPromised ? " What is promised stays promised." : ""}`
          }
          action={
            <Button kind={isClosed ? "primary" : "danger"} onClick={confirm}>
              {verb} the day
            </Button>
          }
        />
      )}
    </>
  );
}
