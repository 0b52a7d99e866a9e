import type { Route } from "next";
import Link from "next/link";
import { ChangeTable } from "@/components/admin/change-table";
import { nounTexts } from "@/components/admin/noun-texts";
import { tabUrl, urlWithQuery } from "@/components/admin/urls";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { SelectField, TextField } from "@/components/ui/field";
import { Pagination } from "@/components/ui/pagination";
import { nouns } from "@/db/constants/auth";
import { type ChangeText, changesOf } from "@/lib/audit/change-texts";
import type { NamedAuditRow } from "@/lib/audit/queries";
import { formatShortDateTime } from "@/lib/dates";
import type { SweetName } from "@/lib/settings/form-texts";

const PATH = "/admin/audit";

type Filter = { noun?: string; nounId?: string; kind?: string; by?: number; from?: string; to?: string };
type AuditListProps = {
  entries: NamedAuditRow[];
  meta: { page: number; totalPages: number; total: number };
  filter: Filter;
  /** Who can have done something: people, and keys, which have no e-mail address. */
  people: readonly { id: number; name: string; email?: string }[];
  /** Those that entries about festivals name. */
  sweets: readonly SweetName[];
};

const kindTexts: Record<NamedAuditRow["by"]["kind"], string> = {
  staff: "Staff",
  key: "API key",
  command: "Command on the server",
};

/** Where what an entry is about can be seen. */
function placeOf({ noun, nounId }: NamedAuditRow): Route | null {
  if (nounId === null) return null;
  if (noun === "sweets" || noun === "stock") return `/admin/sweets/${nounId}` as Route;
  if (noun === "orders" || noun === "payments" || noun === "refunds" || noun === "kitchen")
    return `/admin/orders/${nounId}` as Route;
  if (noun === "plans") return tabUrl("plans", { edit: nounId });
  if (noun === "settings" || noun === "opening") return tabUrl("settings", { section: nounId });
  return null;
}

/** Characters of changes that are shown at once. Longer ones, such as descriptions, are folded away. */
const MOST_SHOWN = 400;

/** What an entry has changed, from what to what. */
function EntryChanges({ changes, label }: { changes: ChangeText[]; label: string }) {
  if (changes.length === 0) return null;
  const table = <ChangeTable changes={changes} what="Changed" from="From" to="To" label={`Changes: ${label}`} />;
  const length = changes.reduce((sum, { label, from, to }) => sum + `${label}${from}${to}`.length, 0);
  return (
    // Below the sentence, not below the time.
    <div className="basis-full min-w-0 mt-1 sm:pl-48">
      {length <= MOST_SHOWN ? (
        <div className="border border-border">{table}</div>
      ) : (
        <details className="border border-border">
          <summary className="px-4 py-2">
            {changes.length === 1 ? "What was changed" : `${changes.length} changes`}
            <span className="sr-only">: {label}</span>
          </summary>
          <div className="border-t border-border">{table}</div>
        </details>
      )}
    </div>
  );
}

/** What staff, keys and commands did, as sentences with what has changed, with filters. It works without JavaScript. */
export function AuditList({ entries, meta, filter, people, sweets }: AuditListProps) {
  const { noun, nounId, by, from, to } = filter;
  return (
    <>
      <form
        // The fields show another filter when the address has one.
        key={JSON.stringify(filter)}
        method="get"
        action={PATH}
        className="grid gap-3 sm:grid-cols-2 lg:flex lg:items-end mt-4"
        role="search"
      >
        {nounId !== undefined && <input type="hidden" name="nounId" value={nounId} />}
        <SelectField label="About" name="noun" defaultValue={noun ?? ""}>
          <option value="">Everything</option>
          {nouns.map((one) => (
            <option key={one} value={one}>
              {nounTexts[one].name}
            </option>
          ))}
        </SelectField>
        <SelectField label="By" name="by" defaultValue={by ?? ""} className="lg:max-w-72">
          <option value="">Everybody</option>
          {people.map(({ id, name, email = kindTexts.key }) => (
            <option key={id} value={id}>
              {`${name} (${email})`}
            </option>
          ))}
        </SelectField>
        <TextField label="From" type="date" name="from" defaultValue={from} className="num" />
        <TextField label="To" type="date" name="to" defaultValue={to} className="num" />
        <Button kind="outline" type="submit">
          Apply
        </Button>
        <a className="btn btn-outline" href={urlWithQuery("/api/admin/audit.csv", filter)} download="audit.csv">
          Export CSV
        </a>
      </form>
      {(noun || by || from || to) && (
        <p className="mt-3">
          <Link className="link tap" href={PATH as Route} prefetch={false}>
            Show all
          </Link>
        </p>
      )}
      {entries.length === 0 ? (
        <EmptyState title="Nothing was found" />
      ) : (
        <ol className="border border-border bg-surface divide-y divide-border mt-4">
          {entries.map((entry) => {
            const place = placeOf(entry);
            return (
              <li key={entry.id} className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3">
                <time className="num text-muted sm:w-44 shrink-0" dateTime={entry.at}>
                  {formatShortDateTime(entry.at)}
                </time>
                <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
                  {entry.text}
                  <span className="block text-sm text-muted">{entry.email ?? kindTexts[entry.by.kind]}</span>
                </p>
                {place && (
                  <Link className="link tap" href={place} prefetch={false} aria-label={`Open: ${entry.text}`}>
                    Open
                  </Link>
                )}
                <EntryChanges changes={changesOf(entry, sweets)} label={entry.text} />
              </li>
            );
          })}
        </ol>
      )}
      <p className="text-muted mt-3 num" role="status">
        {meta.total} {meta.total === 1 ? "entry" : "entries"}
      </p>
      <Pagination {...meta} hrefFor={(page) => urlWithQuery(PATH, { ...filter, page })} className="py-6" />
    </>
  );
}
