import { QuickActions, RecentOrders, StatCards, Today } from "@/components/admin/dashboard/dashboard";
import { SampleNotice } from "@/components/admin/dashboard/sample-notice";
import { may } from "@/lib/auth/actor";
import { listSamples } from "@/lib/catalogue/admin-queries";
import { countOpenMessages, sendsMail } from "@/lib/messages/admin-queries";
import { recentOrders } from "@/lib/orders/admin-queries";
import { countPaymentTasks } from "@/lib/payments/task-queries";
import { dashboardSummary } from "@/lib/reports/dashboard-queries";
import { stats } from "@/lib/reports/queries";
import { sampleDetails } from "@/lib/settings/queries";
import { requireStaff } from "../guard";
import { nullIfBusy, ReportsBusy } from "../reports-busy";
import { acceptSamples, deleteSamples } from "../sweets/actions";

const RECENT_ORDERS = 6;

export async function DashboardTab() {
  const admin = await requireStaff("/admin", "reports:read", "orders:read");
  const [reports, recent, payments, details, messages] = await Promise.all([
    nullIfBusy(Promise.all([stats(admin), dashboardSummary(admin)])),
    recentOrders(admin, RECENT_ORDERS),
    may(admin, "payments:read") ? countPaymentTasks(admin) : null,
    sampleDetails(),
    may(admin, "messages:read") ? countOpenMessages(admin) : 0,
  ]);
  const [figures, summary] = reports ?? [];
  const samples = summary?.sampleSweets && may(admin, "sweets:write") ? await listSamples(admin) : [];
  return (
    <>
      {may(admin, "sweets:write") && (
        <SampleNotice
          details={details}
          sweets={summary ? samples.map(({ name }) => name) : null}
          actions={{ accept: acceptSamples, remove: deleteSamples }}
        />
      )}
      {figures && summary ? (
        <>
          <StatCards stats={figures} />
          <Today summary={summary} now={new Date()} />
        </>
      ) : (
        <ReportsBusy path="/admin" />
      )}
      <div className="grid grid-cols-1 xl:grid-cols-[1fr_26rem] gap-8 lg:gap-10 mt-8 lg:mt-10 items-start">
        <RecentOrders orders={recent} />
        <QuickActions
          enquiries={summary?.enquiries ?? null}
          messages={messages}
          mails={sendsMail()}
          payments={payments}
        />
      </div>
    </>
  );
}
