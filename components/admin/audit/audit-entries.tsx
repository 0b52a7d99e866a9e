import { ChangeTable } from "@/components/admin/change-table";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { Panel } from "@/components/admin/ui/panel";
import { tabUrl } from "@/components/admin/urls";
import { type ChangeText, changesOf } from "@/lib/audit/change-texts";
import type { NamedAuditRow } from "@/lib/audit/queries";
import { formatShortDateTime } from "@/lib/dates";
import type { SweetName } from "@/lib/settings/form-texts";

export const auditAuthorKinds: Record<NamedAuditRow["by"]["kind"], string> = {
  staff: "Staff",
  key: "API key",
  command: "Command on the server",
};

function placeOf({ noun, nounId }: NamedAuditRow): string | null {
  if (nounId === null) return null;
  if (noun === "sweets" || noun === "stock") return `/admin/sweets/${nounId}`;
  if (noun === "orders" || noun === "payments" || noun === "refunds" || noun === "kitchen")
    return `/admin/orders/${nounId}`;
  if (noun === "plans") return tabUrl("plans", { edit: nounId });
  if (noun === "settings" || noun === "opening") return tabUrl("settings", { section: nounId });
  return null;
}

/** Characters of changes that are shown at once. Longer ones, such as descriptions, are folded away. */
const MOST_SHOWN = 400;

function EntryChanges({ changes, label }: { changes: ChangeText[]; label: string }) {
  if (changes.length === 0) return null;
  const table = <ChangeTable changes={changes} what="Changed" from="From" to="To" label={`Changes: ${label}`} />;
  const length = changes.reduce((sum, { label, from, to }) => sum + `${label}${from}${to}`.length, 0);
  return (
    // Below the sentence, not below the time.
    <div className="basis-full min-w-0 mt-1 sm:pl-48">
      {length <= MOST_SHOWN ? (
        <Panel>{table}</Panel>
      ) : (
        <Disclosure
          className="border border-border"
          summary={
            <span className="px-4">
              {changes.length === 1 ? "What was changed" : `${changes.length} changes`}
              <span className="sr-only">: {label}</span>
            </span>
          }
        >
          <div className="border-t border-border">{table}</div>
        </Disclosure>
      )}
    </div>
  );
}

/** What staff, keys and commands did, as sentences with what has changed. `sweets`: those that entries about festivals name. */
export const AuditEntries = ({ entries, sweets }: { entries: NamedAuditRow[]; sweets: readonly SweetName[] }) => (
  <Panel as="ol" divided>
    {entries.map((entry) => {
      const place = placeOf(entry);
      return (
        <li key={entry.id} className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3">
          <time className="num text-muted sm:w-44 shrink-0" dateTime={entry.at}>
            {formatShortDateTime(entry.at)}
          </time>
          <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
            {entry.text}
            <span className="block text-sm text-muted">{entry.email ?? auditAuthorKinds[entry.by.kind]}</span>
          </p>
          {place && (
            <AdminLink href={place} aria-label={`Open: ${entry.text}`}>
              Open
            </AdminLink>
          )}
          <EntryChanges changes={changesOf(entry, sweets)} label={entry.text} />
        </li>
      );
    })}
  </Panel>
);
