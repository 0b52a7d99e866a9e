import Link from "next/link";
import { tabUrl } from "@/components/admin/urls";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { addDays, dayText } from "@/lib/dates";

/** Links to the day before, today and the day after, and a field for any other day. */
export function KitchenDays({ date, today }: { date: string; today: string }) {
  const urlOf = (day: string) => tabUrl("kitchen", { date: day === today ? undefined : day });
  const [before, after] = [addDays(date, -1), addDays(date, 1)];
  return (
    <nav aria-label="Day" className="flex flex-wrap items-end gap-3 mt-4 print:hidden">
      <div className="flex flex-wrap gap-2">
        <Link className="btn btn-outline num" href={urlOf(before)} prefetch={false}>
          <Icon name="chevron-left" label="Previous day:" />
          {dayText(before)}
        </Link>
        {date !== today && (
          <Link className="btn btn-outline" href={urlOf(today)} prefetch={false}>
            Today
          </Link>
        )}
        <Link className="btn btn-outline num" href={urlOf(after)} prefetch={false}>
          {dayText(after)}
          <Icon name="chevron-right" label="(next day)" />
        </Link>
      </div>
      <form method="get" action="/admin" className="flex flex-wrap items-end gap-2 min-w-0">
        <input type="hidden" name="tab" value="kitchen" />
        <div className="min-w-0">
          <input
            key={date}
            className="input num max-w-full"
            aria-label="Date"
            type="date"
            name="date"
            defaultValue={date}
          />
        </div>
        <Button type="submit" kind="outline">
          Show
        </Button>
      </form>
    </nav>
  );
}
