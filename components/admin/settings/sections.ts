import { tabUrl } from "@/components/admin/urls";
import type { IconName } from "@/components/ui/icon";
import type { Section } from "@/db/constants/settings";

export const sectionLooks: Record<Section, { title: string; icon: IconName; about: string }> = {
  shop: { title: "Shop facts", icon: "store", about: "Every page that names them shows what is saved here." },
  areas: { title: "Delivery areas", icon: "truck", about: "Where boxes are brought to, by pincode, and for how much." },
  windows: {
    title: "Windows",
    icon: "clock",
    about: "When boxes are brought or picked up, and how many orders each window takes.",
  },
  pause: {
    title: "Pause",
    icon: "ban",
    about: "While orders are paused, customers read why on every page. Their carts stay.",
  },
  notice: { title: "Notice bar", icon: "info", about: "A line above every page, for as long as you like." },
  payments: {
    title: "Payments",
    icon: "indian-rupee",
    about: "How customers can pay, and when you are reminded of what is not paid.",
  },
  tax: { title: "Tax", icon: "scroll-text", about: "What invoices state. Prices include the goods and services tax." },
  messages: { title: "Messages", icon: "mail", about: "Which events customers and you get a message about." },
  festivals: {
    title: "Festivals",
    icon: "flame",
    about: "Days that are ordered for long before, with the sweets that are made for them.",
  },
  security: { title: "Security", icon: "badge-check", about: "How those get in who work for the shop." },
};

/** The section of the query parameter `section`; one that is unknown, or not for this person, is the first of those that are. */
export const parseSection = (value: unknown, readable: readonly Section[]): Section =>
  readable.find((section) => section === value) ?? readable[0] ?? "pause";

export const sectionUrl = (section: Section, changes?: number) =>
  tabUrl("settings", { section: section === "shop" ? undefined : section, changes });
