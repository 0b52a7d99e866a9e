import type { Route } from "next";
import Link from "next/link";
import { ChangeTable } from "@/components/admin/change-table";
import type { Section } from "@/db/constants/settings";
import { formatShortDateTime } from "@/lib/dates";
import type { HistoryEntry } from "@/lib/settings/history-queries";
import { sectionUrl } from "./sections";

type HistoryProps = { section: Section; entries: HistoryEntry[]; more: number | null };

/** Who changed a section, when, from what and to what. `more` is how many changes the next address shows. */
export function History({ section, entries, more }: HistoryProps) {
  return (
    <section aria-labelledby="settings-history" className="mt-8">
      <h2 id="settings-history" className="text-d4 mb-3">
        Changes
      </h2>
      {entries.length === 0 ? (
        <p className="text-muted">
          Nothing has been changed yet. What you see are the values that the shop began with.
        </p>
      ) : (
        <ol className="border border-border bg-surface">
          {entries.map(({ version, at, by, changes }) => (
            <li key={version} className="border-t border-border first:border-0">
              <details>
                <summary className="w-full px-4 py-2">
                  <span className="flex flex-wrap gap-x-3">
                    <time className="num font-semibold" dateTime={at}>
                      {formatShortDateTime(at)}
                    </time>
                    <span className="min-w-0 wrap-anywhere">{by ?? "A deleted account"}</span>
                    <span className="text-muted">{summaryOf(changes.map(({ label }) => label))}</span>
                  </span>
                </summary>
                {changes.length > 0 && (
                  <div className="border-t border-border">
                    <ChangeTable
                      changes={changes}
                      from="From"
                      to="To"
                      label={`Changes of ${formatShortDateTime(at)}`}
                    />
                  </div>
                )}
              </details>
            </li>
          ))}
        </ol>
      )}
      {more && (
        <Link
          className="btn btn-outline mt-3"
          href={sectionUrl(section, more) as Route}
          prefetch={false}
          scroll={false}
        >
          Show more
        </Link>
      )}
    </section>
  );
}

/** "City, Pincode and 3 more" */
function summaryOf(labels: string[]): string {
  if (labels.length === 0) return "Saved without a change";
  if (labels.length <= 3) return labels.join(", ");
  return `${labels.slice(0, 2).join(", ")} and ${labels.length - 2} more`;
}
