import { formatDateTime } from "@/lib/dates";
import { isPaused } from "@/lib/delivery/fulfilment";
import { areaOf } from "@/lib/delivery/rules";
import { socialIcons } from "./constants";
import type { Area, NoticeSettings, PauseSettings, SettingValues, ShopSettings } from "./schema";

/*
 * The settings as pages show them: texts and links. Plain data, made from settings that the page has read.
 */

/** A telephone number with the link that dials it. */
export type Phone = { text: string; href: string };

const phoneOf = (text: string): Phone => ({
  text,
  href: `tel:${text.trim().startsWith("+") ? "+" : ""}${text.replace(/\D/g, "")}`,
});

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** "9:00 AM" */
function clockText(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** A line of opening hours for people, and as schema.org's openingHours writes it. */
function hoursOf({ fromDay, toDay, opens, closes }: ShopSettings["hours"][number]) {
  const [from = "", to = ""] = [weekdays[fromDay - 1], weekdays[toDay - 1]];
  const days = fromDay === toDay ? from : `${from.slice(0, 3)}-${to.slice(0, 3)}`;
  const schemaDays = fromDay === toDay ? from.slice(0, 2) : `${from.slice(0, 2)}-${to.slice(0, 2)}`;
  return { text: `${days} ${clockText(opens)}-${clockText(closes)}`, schema: `${schemaDays} ${opens}-${closes}` };
}

/** The web shop has no closing time. */
export const ONLINE_HOURS = "Online 24/7";

/** The facts of the shop as pages show them. */
export function shopFacts({ address, phones, hours, social, grievance, ...others }: ShopSettings) {
  const phone = phoneOf(phones.shop);
  const tollFree = phones.tollFree === null ? null : phoneOf(phones.tollFree);
  return {
    ...others,
    address,
    /** "12 Sweet Street, Dadar West, Mumbai 400028" */
    addressLine: `${address.street}, ${address.city} ${address.postalCode}`,
    phone,
    tollFree,
    /** The number that customers are asked to call. */
    callUs: tollFree ?? phone,
    /** When the shop is open. Pages add `ONLINE_HOURS`. */
    hours: hours.map(hoursOf),
    social: social.map(({ name, url }) => ({ name, icon: socialIcons[name], href: url })),
    grievance: { ...grievance, phone: phoneOf(grievance.phone) },
  };
}
export type ShopFacts = ReturnType<typeof shopFacts>;

/** "₹1,000" */
const rupees = (amount: number) =>
  `₹${amount.toLocaleString("en-IN", Number.isInteger(amount) ? {} : { minimumFractionDigits: 2 })}`;

/** The fees of areas, in steps of ₹50 where they differ: "₹50-150". */
function feesOf(areas: readonly Area[]): string {
  const fees = areas.map(({ fee }) => fee);
  const [lowest, highest] = [Math.min(...fees), Math.max(...fees)];
  if (lowest === highest) return lowest === 0 ? "free" : rupees(lowest);
  const [from, to] = [Math.floor(lowest / 50) * 50, Math.ceil(highest / 50) * 50];
  return from === 0 ? `up to ${rupees(to)}` : `${rupees(from)}-${to.toLocaleString("en-IN")}`;
}

/** How long our own riders take: what the area says, else from its lead time up to twice that. */
function ridersTake({ estimate, leadMinutes }: Area): string {
  if (estimate) return estimate;
  const hours = Math.max(1, Math.ceil(leadMinutes / 60));
  return `${hours}-${hours * 2} hours`;
}

/** "1-3 business days" */
const businessDays = (estimate: string) => estimate.replace(/(?<!business )\b(days?)$/, "business $1");

/**
 * What pages say in general about delivery. `home` is the area around the shop, where our own riders bring the box; `others` are the other
 * areas. Null where there is none. Exact figures for a pincode come from lib/delivery/queries.ts.
 */
export function deliveryFacts({ areas, shop }: Pick<SettingValues, "areas" | "shop">) {
  const active = areas.filter((area) => area.active);
  const around = areaOf(areas, shop.address.postalCode);
  const home = around?.kind === "local" ? around : active.find(({ kind }) => kind === "local");
  const others = active.filter((area) => area !== home);
  const courier = others.find(({ kind }) => kind === "courier");
  const slowest = courier ?? others.at(-1);
  return {
    /** Whether any pincode of India is served. */
    everywhere: active.some(({ pincodes }) => pincodes.includes("*")),
    home: home
      ? {
          name: home.name,
          time: ridersTake(home),
          fee: home.fee === 0 ? "free" : rupees(home.fee),
          /** The value of sweets from which there is no fee. */
          freeFrom: home.freeFrom === null ? null : rupees(home.freeFrom),
        }
      : null,
    others: slowest
      ? {
          fees: feesOf(others),
          /** As the courier says it: "1-3 days". */
          estimate: slowest.estimate,
          time: slowest.kind === "local" ? ridersTake(slowest) : businessDays(slowest.estimate ?? "some days"),
          isCourier: slowest.kind === "courier",
        }
      : null,
  };
}
export type DeliveryFacts = ReturnType<typeof deliveryFacts>;

/** 'Not taking orders until 24 November 2026, 10:00 am' */
export const pauseText = ({ until }: Pick<PauseSettings, "until">): string =>
  until === null ? "Not taking orders at the moment" : `Not taking orders until ${formatDateTime(until)}`;

/** What stands above every page at a moment. */
export type Banners = {
  pause: { text: string; reason: string | null } | null;
  notice: { text: string; link: string | null } | null;
};

/** The notice at a moment: it has a text, has started and has not ended. */
export function shownNotice({ text, link, from, to }: NoticeSettings, now: Date): Banners["notice"] {
  const isDue = (from === null || Date.parse(from) <= now.getTime()) && (to === null || now.getTime() < Date.parse(to));
  return text !== null && isDue ? { text, link } : null;
}

export const bannersAt = ({ pause, notice }: Pick<SettingValues, "pause" | "notice">, now: Date): Banners => ({
  pause: isPaused(pause, now) ? { text: pauseText(pause), reason: pause.reason } : null,
  notice: shownNotice(notice, now),
});
