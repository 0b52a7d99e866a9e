import type { Permission } from "@/db/constants/auth";
import { may, type StaffMember } from "@/lib/auth/actor";

const tabs = [
  { name: "dashboard", text: "Dashboard", icon: "layout-dashboard", permission: "reports:read" },
  { name: "products", text: "Products", icon: "package", permission: "sweets:read" },
  { name: "orders", text: "Orders", icon: "scroll-text", permission: "orders:read" },
  { name: "plans", text: "Plans", icon: "clipboard-list", permission: "plans:read" },
  { name: "kitchen", text: "Kitchen", icon: "chef-hat", permission: "kitchen:read" },
  { name: "reports", text: "Reports", icon: "chart-column", permission: "reports:read" },
  { name: "settings", text: "Settings", icon: "settings", permission: "opening:read" },
] as const satisfies { name: string; text: string; icon: string; permission: Permission }[];
export type Tab = (typeof tabs)[number];

export const tabsFor = (member: StaffMember): Tab[] => tabs.filter(({ permission }) => may(member, permission));

/** The tabs that may open first: the first that somebody may see. */
const firstTabs: readonly Tab["name"][] = ["dashboard", "orders", "kitchen"];

/** The tab of the query parameter `tab`; an unknown one is the first of the person's own, and one that is not is null. */
export function parseTab(value: unknown, member: StaffMember): Tab | null {
  const own = tabsFor(member);
  if (tabs.some(({ name }) => name === value)) return own.find(({ name }) => name === value) ?? null;
  return own.find(({ name }) => firstTabs.includes(name)) ?? null;
}
