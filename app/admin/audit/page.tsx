import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { nullIfBusy, ReportsBusy } from "@/app/admin/reports-busy";
import { AuditEntries, auditAuthorKinds } from "@/components/admin/audit/audit-entries";
import { nounTexts } from "@/components/admin/noun-texts";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Pages } from "@/components/admin/ui/data-list";
import { FilterDate, FilterSelect, Filters } from "@/components/admin/ui/filters";
import { AdminPage } from "@/components/admin/ui/page";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { nouns } from "@/db/constants/auth";
import { listAudit } from "@/lib/audit/queries";
import { auditPageQuery } from "@/lib/audit/schema";
import { readClamped } from "@/lib/pagination";
import { listKeys } from "@/lib/people/key-queries";
import { listStaff } from "@/lib/people/staff-queries";
import { sweetNames } from "@/lib/settings/queries";

const PATH = "/admin/audit";

export const generateMetadata = adminMetadata("audit:read", "Audit Log");

export default async function AuditPage({ searchParams }: PageProps<"/admin/audit">) {
  const search = singleValues(await searchParams);
  const owner = await requireStaff(urlWithQuery(PATH, search), "audit:read", "staff:read", "keys:read", "opening:read");
  const { page, ...filter } = auditPageQuery.parse(search);
  // An id alone names nothing.
  if (filter.noun === undefined) filter.nounId = undefined;
  const [list, staff, keys] = await Promise.all([
    nullIfBusy(readClamped(page, (page) => listAudit(owner, { ...filter, page, pageSize: 50 }))),
    listStaff(owner),
    listKeys(owner),
  ]);
  const sweets = list?.items.some(({ nounId }) => nounId === "festivals") ? await sweetNames(owner) : [];
  const people = [...staff, ...keys.map(({ id, name }) => ({ id, name, email: auditAuthorKinds.key }))];
  const { noun, nounId, by, from, to } = filter;
  return (
    <AdminPage
      title="Audit Log"
      intro="What everybody who works here, every key and every command on the server has changed, exported or looked up, for two years."
    >
      {list ? (
        <>
          <Filters
            path={PATH}
            fixed={{ nounId }}
            className="grid gap-3 grid-cols-1 sm:grid-cols-2 lg:flex lg:items-end"
          >
            <FilterSelect
              label="About"
              name="noun"
              value={noun}
              options={[["", "Everything"], ...nouns.map((one) => [one, nounTexts[one].name] as const)]}
            />
            <FilterSelect
              label="By"
              name="by"
              value={by?.toString()}
              options={[["", "Everybody"], ...people.map(({ id, name, email }) => [id, `${name} (${email})`] as const)]}
              className="lg:max-w-72"
            />
            <FilterDate label="From" name="from" value={from} />
            <FilterDate label="To" name="to" value={to} />
            <Button kind="outline" type="submit">
              Apply
            </Button>
            <a className="btn btn-outline" href={urlWithQuery("/api/admin/audit.csv", filter)} download="audit.csv">
              Export CSV
            </a>
          </Filters>
          {(noun || by || from || to) && (
            <AdminLink className="justify-self-start" href={PATH}>
              Show all
            </AdminLink>
          )}
          <div>
            {list.items.length === 0 ? (
              <EmptyState title="Nothing was found" />
            ) : (
              <AuditEntries entries={list.items} sweets={sweets} />
            )}
            <Pages
              meta={list.meta}
              noun={["entry", "entries"]}
              hrefFor={(page) => urlWithQuery(PATH, { ...filter, page })}
            />
          </div>
        </>
      ) : (
        <ReportsBusy path={urlWithQuery(PATH, search)} />
      )}
    </AdminPage>
  );
}
