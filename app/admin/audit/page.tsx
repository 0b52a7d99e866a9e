import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { nullIfBusy, ReportsBusy } from "@/app/admin/reports-busy";
import { AuditList } from "@/components/admin/audit/audit-list";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { listAudit } from "@/lib/audit/queries";
import { auditPageQuery } from "@/lib/audit/schema";
import { readClamped } from "@/lib/pagination";
import { listKeys } from "@/lib/people/key-queries";
import { listStaff } from "@/lib/people/staff-queries";
import { sweetNames } from "@/lib/settings/queries";

export const generateMetadata = adminMetadata("audit:read", "Audit Log");

/** Who did what. */
export default async function AuditPage({ searchParams }: PageProps<"/admin/audit">) {
  const search = singleValues(await searchParams);
  const owner = await requireStaff(
    urlWithQuery("/admin/audit", search),
    "audit:read",
    "staff:read",
    "keys:read",
    "opening:read",
  );
  const { page, ...filter } = auditPageQuery.parse(search);
  // An id alone names nothing.
  if (filter.noun === undefined) filter.nounId = undefined;
  const [list, staff, keys] = await Promise.all([
    nullIfBusy(readClamped(page, (page) => listAudit(owner, { ...filter, page, pageSize: 50 }))),
    listStaff(owner),
    listKeys(owner),
  ]);
  const sweets = list?.items.some(({ nounId }) => nounId === "festivals") ? await sweetNames(owner) : [];
  return (
    <div className="pt-4">
      <Breadcrumbs crumbs={[{ text: "Admin Panel", href: "/admin" }, { text: "Audit Log" }]} />
      <h1 className="text-d3 mt-2">Audit Log</h1>
      <p className="text-muted mt-1 max-w-prose">
        What everybody who works here, every key and every command on the server has changed, exported or looked up, for
        two years.
      </p>
      {list ? (
        <AuditList entries={list.items} meta={list.meta} filter={filter} people={[...staff, ...keys]} sweets={sweets} />
      ) : (
        <div className="mt-6">
          <ReportsBusy path={urlWithQuery("/admin/audit", search)} />
        </div>
      )}
    </div>
  );
}
