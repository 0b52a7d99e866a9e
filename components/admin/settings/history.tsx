import type { Route } from "next";
import Link from "next/link";
import { ChangeTable } from "@/components/admin/change-table";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { Section as PageSection } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import type { Section } from "@/db/constants/settings";
import { formatShortDateTime } from "@/lib/dates";
import type { HistoryEntry } from "@/lib/settings/history-queries";
import { sectionUrl } from "./sections";

type HistoryProps = { section: Section; entries: HistoryEntry[]; more: number | null };

/** Who changed a section, when, from what and to what. `more` is how many changes the next address shows. */
export const History = ({ section, entries, more }: HistoryProps) => (
  <PageSection title="Changes" className="mt-8">
    {entries.length === 0 ? (
      <p className="text-muted">Nothing has been changed yet. What you see are the values that the shop began with.</p>
    ) : (
      <Panel as="ol" divided>
        {entries.map(({ version, at, by, changes }) => (
          <li key={version}>
            <Disclosure className="*:first:px-4 *:first:py-2 *:first:w-full" summary={summaryOf({ at, by, changes })}>
              {changes.length > 0 && (
                <div className="border-t border-border">
                  <ChangeTable changes={changes} from="From" to="To" label={`Changes of ${formatShortDateTime(at)}`} />
                </div>
              )}
            </Disclosure>
          </li>
        ))}
      </Panel>
    )}
    {more && (
      <Link
        className="btn btn-outline justify-self-start"
        href={sectionUrl(section, more) as Route}
        prefetch={false}
        scroll={false}
      >
        Show more
      </Link>
    )}
  </PageSection>
);

function summaryOf({ at, by, changes }: Omit<HistoryEntry, "version">) {
  const labels = changes.map(({ label }) => label);
  const named = labels.length <= 3 ? labels.join(", ") : `${labels[0]}, ${labels[1]} and ${labels.length - 2} more`;
  return (
    <span className="flex flex-wrap gap-x-3 flex-1 min-w-0">
      <time dateTime={at}>{formatShortDateTime(at)}</time>
      <span className="font-normal min-w-0 wrap-anywhere">{by ?? "A deleted account"}</span>
      <span className="font-normal text-muted">{named || "Saved without a change"}</span>
    </span>
  );
}
