import type { Route } from "next";
import Link from "next/link";
import { May } from "@/components/admin/permissions";
import { tabUrl, urlWithQuery } from "@/components/admin/urls";
import { Icon, type IconName } from "@/components/ui/icon";
import type { Permission } from "@/db/constants/auth";
import type { PaymentTaskCounts } from "@/lib/payments/task-queries";

type Action = { href: string; icon: IconName; text: string; description: string; permission: Permission };

type QuickActionsProps = {
  /** Enquiries without an answer; null while they are not known. */
  enquiries: number | null;
  /** Messages to look at: without mail those that wait, else those that failed or may not have arrived. */
  messages: number;
  mails: boolean;
  /** Payments that wait for the owner. */
  payments: PaymentTaskCounts | null;
};

const paymentsText = ({ late, claimed, toRefund }: PaymentTaskCounts): string =>
  [
    claimed > 0 && `${claimed} UPI ${claimed === 1 ? "payment" : "payments"} to check`,
    late > 0 && `${late} unpaid for too long`,
    toRefund > 0 && `${toRefund} to refund`,
  ]
    .filter(Boolean)
    .join(", ");

/** Links from the dashboard to the other screens. */
export function QuickActions({ enquiries, messages, mails, payments }: QuickActionsProps) {
  const actions: Action[] = [
    {
      href: tabUrl("products"),
      icon: "package",
      text: "Manage Products",
      description: "Add, edit and price sweets",
      permission: "sweets:read",
    },
    {
      href: tabUrl("orders"),
      icon: "clipboard-list",
      permission: "orders:read",
      text: "Process Orders",
      description: (payments && paymentsText(payments)) || "Prepare, ship and complete",
    },
    {
      href: tabUrl("reports"),
      icon: "chart-column",
      permission: "reports:read",
      text: "Sales Analytics",
      description: "Revenue by day, best sellers",
    },
    {
      href: "/admin/customers",
      icon: "users",
      permission: "customers:read",
      text: "Customer Management",
      description: "Accounts and password links",
    },
    {
      href: tabUrl("products", { sort: "stock:asc" }),
      icon: "boxes",
      permission: "stock:read",
      text: "Inventory Management",
      description: "Stock levels and restocking",
    },
    {
      href: "/admin/enquiries",
      icon: "mail",
      permission: "messages:read",
      text: "Enquiries",
      description: enquiries ? `${enquiries} waiting for an answer` : "Messages and custom orders",
    },
    {
      href: urlWithQuery("/admin/messages", { show: messages === 0 ? undefined : mails ? "failed" : "waiting" }),
      icon: "scroll-text",
      permission: "messages:read",
      text: "Messages",
      description:
        messages === 0
          ? "Mails to customers and to you"
          : `${messages} ${mails ? "not sent" : "waiting to be passed on"}`,
    },
    {
      href: "/admin/staff",
      icon: "user",
      text: "Staff",
      description: "Who works here, and what each may do",
      permission: "staff:read",
    },
    {
      href: "/admin/keys",
      icon: "settings",
      text: "API Keys",
      description: "Other programs, such as a till",
      permission: "keys:read",
    },
    {
      href: "/admin/webhooks",
      icon: "arrow-right",
      text: "Webhooks",
      description: "Send orders and stock to other programs",
      permission: "webhooks:read",
    },
    {
      href: "/admin/audit",
      icon: "clipboard-list",
      text: "Audit Log",
      description: "Who did what",
      permission: "audit:read",
    },
  ];
  return (
    <section>
      <h2 className="text-d4 mb-3">Quick Actions</h2>
      <ul className="border border-border bg-surface divide-y divide-border">
        {actions.map(({ href, icon, text, description, permission }) => (
          <May key={text} to={permission}>
            <li>
              <Link
                href={href as Route}
                prefetch={false}
                className="w-full flex items-center gap-4 px-4 py-3 min-h-[4rem] hover:bg-row-hover"
              >
                <Icon name={icon} className="size-5 text-accent-text shrink-0" />
                <span className="flex-1">
                  <span className="block font-semibold">{text}</span>
                  <span className="block text-muted text-sm">{description}</span>
                </span>
                <Icon name="chevron-right" className="size-4 text-muted" />
              </Link>
            </li>
          </May>
        ))}
      </ul>
    </section>
  );
}
