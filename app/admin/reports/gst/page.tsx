import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { nullIfBusy, ReportsBusy } from "@/app/admin/reports-busy";
import { FileReport, month, PeriodFilters, reportsCrumb } from "@/components/admin/reports/reports";
import { AdminPage } from "@/components/admin/ui/page";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { may } from "@/lib/auth/actor";
import { recordView } from "@/lib/auth/audit-log";
import { companyColumns, seriesColumns, summaryColumns } from "@/lib/invoices/gst-csv";
import { companyDocuments, documentSeries, gstSummary } from "@/lib/invoices/gst-queries";
import { gstQuery } from "@/lib/invoices/schema";

const PATH = "/admin/reports/gst";

export const generateMetadata = adminMetadata("invoices:read", "GST return");

export default async function GstPage({ searchParams }: PageProps<"/admin/reports/gst">) {
  const search = singleValues(await searchParams);
  const path = urlWithQuery(PATH, search);
  const admin = await requireStaff(path, "invoices:read");
  const { data, error } = gstQuery.safeParse({ from: search.from, to: search.to });
  if (data) await recordView(admin, { noun: "invoices", nounId: null, text: "looked at the GST summary" });
  const reads =
    data && ([gstSummary(admin, data), documentSeries(admin, data), companyDocuments(admin, data)] as const);
  const tables = reads && (await nullIfBusy(Promise.all(reads)));
  const wrong = error?.issues[0]?.message;
  const { from, to } = data ?? search;
  const file = (part: string) => urlWithQuery(`/api${PATH}${part}`, { from, to, format: "csv" });
  return (
    <AdminPage title="GST return" parents={may(admin, "reports:read") ? reportsCrumb : undefined}>
      <PeriodFilters labels={["First month", "Last month"]} {...{ path: PATH, from, to, error: wrong }} {...month} />
      {reads && !tables && <ReportsBusy path={path} />}
      {tables && (
        <>
          <FileReport title="Summary" file={file("")} columns={summaryColumns} rows={tables[0]} totals />
          <FileReport title="Documents" file={file("/documents")} columns={seriesColumns} rows={tables[1]} />
          <FileReport title="Companies" file={file("/companies")} columns={companyColumns} rows={tables[2]} totals />
        </>
      )}
    </AdminPage>
  );
}
