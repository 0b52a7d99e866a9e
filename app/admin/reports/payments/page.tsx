import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { nullIfBusy, ReportsBusy } from "@/app/admin/reports-busy";
import { FileReport, PeriodFilters, reportsCrumb, SHOWN } from "@/components/admin/reports/reports";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { AdminPage } from "@/components/admin/ui/page";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { may } from "@/lib/auth/actor";
import { recordView } from "@/lib/auth/audit-log";
import { shopNow } from "@/lib/clock";
import { addDays, formatShortDateTime, indiaDay } from "@/lib/dates";
import { methodNames } from "@/lib/payments/constants";
import { paymentListColumns } from "@/lib/reports/payment-csv";
import { type ListedPayment, listPayments } from "@/lib/reports/payment-queries";
import { paymentListQuery, salesQuery } from "@/lib/reports/schema";

const PATH = "/admin/reports/payments";

export const generateMetadata = adminMetadata("payments:read", "Payments");

const cells = {
  "At (India)": ({ at }: ListedPayment) => formatShortDateTime(at),
  Order: ({ orderId: id }: ListedPayment) => <AdminLink href={`/admin/orders/${id}`}>{`#${id}`}</AdminLink>,
  Method: ({ method }: ListedPayment) => methodNames[method],
  State: ({ state }: ListedPayment) => (state === "refunded" ? "Refunded" : "Received"),
};

export default async function PaymentsPage({ searchParams }: PageProps<"/admin/reports/payments">) {
  const search = singleValues(await searchParams);
  const path = urlWithQuery(PATH, search);
  const admin = await requireStaff(path, "payments:read");
  const today = indiaDay(shopNow());
  const { from, to } = search.from || search.to ? search : { from: addDays(today, -29), to: today };
  const { data, error } = salesQuery.safeParse({ from: from || undefined, to: to || undefined });
  const after = paymentListQuery.shape.after.catch(undefined).parse(search.after) ?? null;
  if (data) await recordView(admin, { noun: "payments", nounId: null, text: "looked at the list of payments" });
  const list = data && (await nullIfBusy(listPayments(admin, data, after, SHOWN)));
  const file = urlWithQuery(`${PATH}/list`, { from, to });
  const wrong = error?.issues[0]?.message;
  return (
    <AdminPage title="Payments" parents={may(admin, "reports:read") ? reportsCrumb : undefined}>
      <PeriodFilters {...{ path: PATH, from, to, max: today, error: wrong }} />
      {data && !list && <ReportsBusy path={path} />}
      {list && (
        <FileReport title="Each payment" {...{ file, cells }} columns={paymentListColumns} rows={list.payments} />
      )}
      {list?.next && (
        <AdminLink
          kind="outline"
          className="justify-self-end"
          href={urlWithQuery(PATH, { from, to, after: list.next })}
        >
          Later payments
        </AdminLink>
      )}
    </AdminPage>
  );
}
