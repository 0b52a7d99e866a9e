import { QuickActions, RecentOrders, StatCards, Today } from "@/components/admin/dashboard/dashboard";
import { FirstSteps } from "@/components/admin/dashboard/first-steps";
import { SampleNotice } from "@/components/admin/dashboard/sample-notice";
import { may } from "@/lib/auth/actor";
import { listSamples } from "@/lib/catalogue/admin-queries";
import { shopNow } from "@/lib/clock";
import { countOpenMessages, sendsMail } from "@/lib/messages/admin-queries";
import { recentOrders } from "@/lib/orders/admin-queries";
import { countPaymentTasks } from "@/lib/payments/task-queries";
import { dashboardSummary } from "@/lib/reports/dashboard-queries";
import { firstSteps } from "@/lib/reports/first-steps";
import { stats } from "@/lib/reports/queries";
import { samplesLeft } from "@/lib/settings/queries";
import { requireStaff } from "../guard";
import { nullIfBusy, ReportsBusy } from "../reports-busy";
import { putFirstStepsAway } from "../settings/actions";
import { acceptSamples, deleteSamples } from "../sweets/actions";

const RECENT_ORDERS = 6;

export async function DashboardTab() {
  const admin = await requireStaff("/admin", "reports:read", "orders:read");
  const [reports, recent, payments, samples, messages, steps, sweets] = await Promise.all([
    nullIfBusy(Promise.all([stats(admin), dashboardSummary(admin)])),
    recentOrders(admin, RECENT_ORDERS),
    may(admin, "payments:read") ? countPaymentTasks(admin) : null,
    samplesLeft(),
    may(admin, "messages:read") ? countOpenMessages(admin) : 0,
    may(admin, "settings:read") ? firstSteps(admin) : null,
    may(admin, "sweets:write") ? listSamples(admin) : [],
  ]);
  const [figures, summary] = reports ?? [];
  const sampleSweets = sweets.map(({ name }) => name);
  const sampleActions = { accept: acceptSamples, remove: deleteSamples };
  return (
    <>
      {steps && (
        <FirstSteps steps={steps} sweets={sampleSweets} actions={{ ...sampleActions, away: putFirstStepsAway }} />
      )}
      {may(admin, "sweets:write") && (
        <SampleNotice
          // The steps name the others.
          details={samples.filter((name) => !steps?.factsLeft.includes(name))}
          sweets={steps ? [] : sampleSweets}
          actions={sampleActions}
        />
      )}
      {figures && summary ? (
        <>
          <StatCards stats={figures} />
          <Today summary={summary} now={shopNow()} />
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
