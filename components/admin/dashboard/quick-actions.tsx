import type { Route } from "next";
import Link from "next/link";
import { May } from "@/components/admin/permissions";
import { Section } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { tabUrl, urlWithQuery } from "@/components/admin/urls";
import { Icon, type IconName } from "@/components/ui/icon";
import type { Permission } from "@/db/constants/auth";
import type { PaymentTaskCounts } from "@/lib/payments/task-queries";

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
  const paymentText = payments && paymentsText(payments);
  const enquiryText = enquiries ? `${enquiries} waiting for an answer` : "Messages and custom orders";
  const messageText = messages && `${messages} ${mails ? "not sent" : "waiting to be passed on"}`;
  const toMessages = urlWithQuery("/admin/messages", { show: messages ? (mails ? "failed" : "waiting") : undefined });
  const toStock = tabUrl("products", { sort: "stock:asc" });
  const actions: [Permission, Route, IconName, text: string, description: string][] = [
    ["sweets:read", tabUrl("products"), "package", "Manage Products", "Add, edit and price sweets"],
    ["orders:read", tabUrl("orders"), "clipboard-list", "Process Orders", paymentText || "Prepare, ship and complete"],
    ["reports:read", tabUrl("reports"), "chart-column", "Sales Analytics", "Revenue by day, best sellers"],
    ["customers:read", "/admin/customers", "users", "Customer Management", "Accounts and password links"],
    ["stock:read", toStock, "boxes", "Inventory Management", "Stock levels and restocking"],
    ["messages:read", "/admin/enquiries", "mail", "Enquiries", enquiryText],
    ["messages:read", toMessages, "scroll-text", "Messages", messageText || "Mails to customers and to you"],
    ["staff:read", "/admin/staff", "user", "Staff", "Who works here, and what each may do"],
    ["keys:read", "/admin/keys", "settings", "API Keys", "Other programs, such as a till"],
    ["webhooks:read", "/admin/webhooks", "arrow-right", "Webhooks", "Send orders and stock to other programs"],
    ["audit:read", "/admin/audit", "clipboard-list", "Audit Log", "Who did what"],
  ];
  return (
    <Section title="Quick Actions" className="">
      <Panel as="ul" divided>
        {actions.map(([permission, href, icon, text, description]) => (
          <May key={text} to={permission}>
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
          </May>
        ))}
      </Panel>
    </Section>
  );
}
