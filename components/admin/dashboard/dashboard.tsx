import type { Route } from "next";
import Link from "next/link";
import { shortWhenText } from "@/components/admin/orders/texts";
import { Permitted } from "@/components/admin/permissions";
import { stockText } from "@/components/admin/sweets/stock";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Section } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { tabUrl, urlWithQuery } from "@/components/admin/urls";
import { StatusBadge } from "@/components/orders/status-badge";
import { Icon, type IconName } from "@/components/ui/icon";
import { type Column, Table } from "@/components/ui/table";
import type { Permission } from "@/db/constants/auth";
import { countOf } from "@/lib/count";
import { formatShortDateTime, indiaWeekday } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import type { RecentOrder } from "@/lib/orders/admin-queries";
import { isTillSale } from "@/lib/payments/rules";
import type { PaymentTaskCounts } from "@/lib/payments/task-queries";
import type { DashboardSummary } from "@/lib/reports/dashboard-queries";
import type { Stats } from "@/lib/reports/queries";
import { weightText } from "@/lib/stock/plan-texts";

const number = new Intl.NumberFormat("en-IN");

/** "310 packs · 155 kg" */
function soldText({ totalQuantity, kilograms }: NonNullable<Stats["topProduct"]>): string {
  const packs = `${number.format(totalQuantity)} ${totalQuantity === 1 ? "pack" : "packs"}`;
  return kilograms === null ? packs : `${packs} · ${weightText(kilograms)}`;
}

export function StatCards({ stats: { totalOrders, totalUsers, totalSales, topProduct } }: { stats: Stats }) {
  const cards: { text: string; icon: IconName; value: string; isName?: boolean }[] = [
    { text: "Total Orders", icon: "scroll-text", value: number.format(totalOrders) },
    { text: "Total Users", icon: "users", value: number.format(totalUsers) },
    { text: "Total Sales", icon: "indian-rupee", value: formatRupees(totalSales) },
    { text: "Top Product", icon: "award", value: topProduct?.name ?? "-", isName: true },
  ];
  return (
    <dl className="tray xs:grid-cols-2 xl:grid-cols-4">
      {cards.map(({ text, icon, value, isName }) => (
        <div key={text} className="stat p-4 lg:p-6">
          <dt className="flex items-center justify-between text-muted font-medium">
            {text}
            <Icon name={icon} className="size-5 text-accent-text" />
          </dt>
          <dd className="mt-2">
            <b
              className={isName ? "display break-words" : "num whitespace-nowrap"}
              style={isName ? undefined : ({ "--characters": value.length } as object)}
            >
              {value}
            </b>
            {isName && topProduct && <span className="block mt-1 text-sm text-muted num">{soldText(topProduct)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Today({ summary, now }: { summary: DashboardSummary; now: Date }) {
  const { pending, processing, low, out, runningOut, revenueToday, lastWeek } = summary;
  const heading = "text-muted font-medium font-sans";
  return (
    <Section title="Today" className="mt-8 lg:mt-10">
      <div className="tray md:grid-cols-3 *:p-4 lg:*:p-6">
        <div>
          <h3 className={heading}>Orders waiting</h3>
          <ul className="mt-2 space-y-1 num">
            <li>
              <AdminLink href={tabUrl("orders", { status: "Pending" })}>{pending} pending</AdminLink>
            </li>
            <li>
              <AdminLink href={tabUrl("orders", { status: "Processing" })}>{processing} processing</AdminLink>
            </li>
          </ul>
        </div>
        <div>
          <h3 className={heading}>Stock</h3>
          <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 num">
            <AdminLink href={tabUrl("products", { stock: "out" })}>{out} sold out</AdminLink>
            <AdminLink href={tabUrl("products", { stock: "low" })}>{low} running low</AdminLink>
          </p>
          {runningOut.length > 0 && (
            <p className="text-sm text-muted mt-2">
              {runningOut.map((sweet) => `${sweet.name} (${stockText(sweet)})`).join(", ")}
            </p>
          )}
        </div>
        <div>
          <h3 className={heading}>Revenue today</h3>
          <p className="num text-[1.55rem] font-bold text-heading leading-tight mt-1">{formatRupees(revenueToday)}</p>
          <p className="text-sm text-muted num mt-1">
            Last {indiaWeekday(now)}: {formatRupees(lastWeek.byNow)} by this time, {formatRupees(lastWeek.total)} in all
          </p>
        </div>
      </div>
    </Section>
  );
}

const columns: Column<RecentOrder>[] = [
  {
    head: "Order id",
    className: "num font-semibold",
    cell: ({ id, createdAt, day, fulfilment }) => (
      <>
        <Link href={`/admin/orders/${id}`} className="hover:underline tap" prefetch={false}>
          #{id}
        </Link>
        <time dateTime={createdAt} className="block sm:hidden text-muted text-sm font-normal">
          {formatShortDateTime(createdAt)}
        </time>
        {fulfilment.slot && (
          <span className="block sm:hidden text-sm font-normal">For {shortWhenText({ day, fulfilment })}</span>
        )}
      </>
    ),
  },
  {
    head: "Placed",
    column: "max-sm:hidden",
    className: "num text-muted",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDateTime(createdAt)}</time>,
  },
  {
    head: "Window",
    column: "max-sm:hidden",
    className: "num",
    cell: (order) => (isTillSale(order) ? "Sold over the counter" : shortWhenText(order)),
  },
  { head: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
];

export const RecentOrders = ({ orders }: { orders: RecentOrder[] }) => (
  <Section title="Recent Orders" id="recent-orders" className="">
    <Panel className="overflow-x-auto">
      {orders.length === 0 ? (
        <p className="text-muted p-6 text-center">No recent orders</p>
      ) : (
        <Table
          aria-labelledby="recent-orders"
          rows={orders}
          keyOf={({ id }) => id}
          rowClassName="h-13"
          columns={columns}
        />
      )}
    </Panel>
  </Section>
);

const paymentsText = ({ late, claimed, toRefund }: PaymentTaskCounts): string =>
  [
    claimed > 0 && `${countOf(claimed, "UPI payment")} to check`,
    late > 0 && `${late} unpaid for too long`,
    toRefund > 0 && `${toRefund} to refund`,
  ]
    .filter(Boolean)
    .join(", ");

type QuickActionsProps = {
  /** Enquiries without an answer; null while they are not known. */
  enquiries: number | null;
  /** Messages to look at: without mail those that wait, else those that failed or may not have arrived. */
  messages: number;
  mails: boolean;
  payments: PaymentTaskCounts | null;
};

export function QuickActions({ enquiries, messages, mails, payments }: QuickActionsProps) {
  const paymentText = payments && paymentsText(payments);
  const enquiryText = enquiries ? `${enquiries} waiting for an answer` : "Messages and custom orders";
  const messageText = messages && `${messages} ${mails ? "not sent" : "waiting to be passed on"}`;
  const openMessages = mails ? "failed" : "waiting";
  const toMessages = urlWithQuery("/admin/messages", { show: messages ? openMessages : undefined });
  const toStock = tabUrl("products", { sort: "stock:asc" });
  const actions: [Permission, Route, IconName, text: string, description: string][] = [
    ["sweets:read", tabUrl("products"), "package", "Manage Products", "Add, edit and price sweets"],
    ["orders:read", tabUrl("orders"), "clipboard-list", "Process Orders", paymentText || "Prepare, ship and complete"],
    ["reports:read", tabUrl("reports"), "chart-column", "Sales Analytics", "Revenue by day, best sellers"],
    ["customers:read", "/admin/customers", "users", "Customer Management", "Accounts and password links"],
    ["stock:read", toStock, "boxes", "Inventory Management", "Stock levels and restocking"],
    ["messages:read", "/admin/enquiries", "mail", "Enquiries", enquiryText],
    ["messages:read", toMessages, "scroll-text", "Messages", messageText || "Mails to customers and to you"],
    ["staff:read", "/admin/staff", "user", "Staff", "Who works here, and their roles"],
    ["keys:read", "/admin/keys", "settings", "API Keys", "Other programs, such as a till"],
    ["webhooks:read", "/admin/webhooks", "arrow-right", "Webhooks", "Send orders and stock to other programs"],
    ["audit:read", "/admin/audit", "clipboard-list", "Audit Log", "Who did what"],
  ];
  return (
    <Section title="Quick Actions" className="">
      <Panel as="ul" divided>
        {actions.map(([permission, href, icon, text, description]) => (
          <Permitted key={text} to={permission}>
            <li>
              <Link
                href={href}
                prefetch={false}
                className="w-full flex items-center gap-4 px-4 py-3 min-h-16 hover:bg-row-hover"
              >
                <Icon name={icon} className="size-5 text-accent-text shrink-0" />
                <span className="flex-1">
                  <span className="block font-semibold">{text}</span>
                  <span className="block text-muted text-sm">{description}</span>
                </span>
                <Icon name="chevron-right" className="size-4 text-muted" />
              </Link>
            </li>
          </Permitted>
        ))}
      </Panel>
    </Section>
  );
}
