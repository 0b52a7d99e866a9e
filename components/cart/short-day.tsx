import { Button } from "@/components/ui/button";
import type { PageLine } from "@/lib/cart/queries";
import { withPack } from "@/lib/catalogue/packs";
import { dayText } from "@/lib/dates";
import type { ActionFailure } from "@/lib/http/action-state";
import { shortLinesIn } from "@/lib/short-lines";

type ShortDayProps = {
  failure: ActionFailure;
  items: readonly Pick<PageLine, "packId" | "name" | "packLabel">[];
  pending?: boolean;
  /** The name of the buttons in the form around them; else they call `onDay`. */
  name?: string;
  onDay?: (day: string) => void;
};

export function ShortDay({ failure, items, pending, name, onDay }: ShortDayProps) {
  const short = shortLinesIn(failure).flatMap(({ packId, available }) => {
    const line = items.find((item) => item.packId === packId);
    return line ? [`${withPack(line.name, line.packLabel)}: ${available > 0 ? `only ${available}` : "none"} left`] : [];
  });
  const days = (failure.days ?? []).filter((day) => typeof day === "string");
  return (
    <>
      {short.length > 0 && (
        <ul className="mt-1 num">
          {short.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {days.length > 0 && (
        <>
          <p className="mt-2">These days have everything:</p>
          <p className="mt-1 flex flex-wrap gap-2">
            {days.map((day) => (
              <Button
                key={day}
                type={onDay ? "button" : "submit"}
                name={name}
                value={day}
                kind="outline"
                pending={pending}
                onClick={onDay && (() => onDay(day))}
              >
                {dayText(day)}
              </Button>
            ))}
          </p>
        </>
      )}
    </>
  );
}
