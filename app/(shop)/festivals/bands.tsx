import { dayText, formatDateTime } from "@/lib/dates";
import { festivalsForPage } from "@/lib/settings/queries";

/** So many festivals are shown at once. */
const MOST = 2;

export async function FestivalBands() {
  const open = (await festivalsForPage())
    .filter(({ state }) => state === "open")
    .sort((a, b) => Date.parse(a.closesAt) - Date.parse(b.closesAt))
    .slice(0, MOST);
  if (open.length === 0) return null;
  return (
    <aside aria-label="Festivals">
      {open.map(({ slug, name, days, closesAt }) => (
        <a key={slug} href={`/festivals/${slug}`} className="banner festival-band">
          <span>
            <b>{name}</b> {[...new Set([days.at(0), days.at(-1)])].map((day) => dayText(day ?? "")).join(" to ")}.{" "}
            <span className="inline-block">Order until {formatDateTime(closesAt)}</span>
          </span>
        </a>
      ))}
    </aside>
  );
}
