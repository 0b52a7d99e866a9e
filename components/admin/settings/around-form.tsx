import Link from "next/link";
import { ChangeTable } from "@/components/admin/change-table";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { Section as PageSection } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import type { Section } from "@/db/constants/settings";
import { formatShortDateTime } from "@/lib/dates";
import type { HistoryEntry } from "@/lib/settings/history-queries";
import { sectionLooks, sectionUrl } from "./sections";

export const SectionNav = ({ sections, current }: { sections: readonly Section[]; current: Section }) => (
  <nav aria-label="Settings">
    <ul className="flex flex-wrap gap-2 lg:block lg:border lg:border-border lg:bg-surface">
      {sections.map((section) => (
        <li key={section} className="lg:border-t lg:border-border lg:first:border-0">
          <Link
            className="settings-link"
            href={sectionUrl(section)}
            aria-current={section === current ? "page" : undefined}
            prefetch={false}
          >
            <Icon name={sectionLooks[section].icon} className="max-sm:hidden" />
            {sectionLooks[section].title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** Names of a code that are shown. */
const SHOWN = 5;

/** Sweets that would be invoiced without tax, because no rate is set for their code. */
export function RateWarnings({ codes }: { codes: readonly { hsn: string; names: string[] }[] }) {
  if (codes.length === 0) return null;
  const title = <h2 id="rate-warnings">These sweets have no rate: invoices state 0 % for them.</h2>;
  return (
    <Notice tone="warning" role="region" aria-labelledby="rate-warnings" className="mb-5" title={title}>
      <ul className="mt-1">
        {codes.map(({ hsn, names }) => (
          <li key={hsn}>
            <b className="num">HSN {hsn}</b>: {names.slice(0, SHOWN).join(", ")}
            {names.length > SHOWN && ` and ${names.length - SHOWN} more`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

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
      <AdminLink kind="outline" className="justify-self-start" href={sectionUrl(section, more)} scroll={false}>
        Show more
      </AdminLink>
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
