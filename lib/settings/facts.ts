import { formatDateTime } from "@/lib/dates";
import { isLink } from "@/lib/links";
import { phoneHref } from "@/lib/telephone";
import { socialIcons, weekdayName } from "./constants";
import { inventedAt, markSample, samplesOf } from "./samples";
import type { NoticeSettings, PauseSettings, SettingValues, ShopSettings } from "./schema";

/* The settings as pages show them: texts and links. Plain data, made from settings that the page has read. */

/** A telephone number with the link that dials it. */
export type Phone = { text: string; href: string | undefined };

const phoneOf = (text: string, isSample: boolean): Phone => ({
  text: markSample(text, isSample),
  href: phoneHref(text),
});

/** "9:00 AM" */
function clockText(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** A line of opening hours for people, and as schema.org's openingHours writes it. */
function hoursOf({ fromDay, toDay, opens, closes }: ShopSettings["hours"][number]) {
  const [from, to] = [weekdayName(fromDay), weekdayName(toDay)];
  const days = fromDay === toDay ? from : `${from.slice(0, 3)}-${to.slice(0, 3)}`;
  const schemaDays = fromDay === toDay ? from.slice(0, 2) : `${from.slice(0, 2)}-${to.slice(0, 2)}`;
  return { text: `${days} ${clockText(opens)}-${clockText(closes)}`, schema: `${schemaDays} ${opens}-${closes}` };
}

/** The web shop has no closing time. */
export const ONLINE_HOURS = "Online 24/7";

/** The addresses that are the shop's pages on social networks. The samples are the fronts of the networks, which nobody is shown. */
const ownPages = (social: ShopSettings["social"]) => social.filter(({ url }) => new URL(url).pathname !== "/");

/** The facts of the shop as pages show them. '(sample)' stands behind a licence, an officer, a phone or an award that is invented. */
export function shopFacts(shop: ShopSettings) {
  const { address, phones, hours, social, fssai, grievance, awards, accepted: _, ...others } = shop;
  const samples = samplesOf(shop);
  const isSample = (name: string | undefined) => name !== undefined && samples.includes(name);
  const phone = phoneOf(phones.shop, isSample("phones.shop"));
  const tollFree = phones.tollFree === null ? null : phoneOf(phones.tollFree, isSample("phones.tollFree"));
  return {
    ...others,
    samples,
    address,
    /** "12 Sweet Street, Dadar West, Mumbai 400028" */
    addressLine: `${address.street}, ${address.city} ${address.postalCode}`,
    phone,
    tollFree,
    /** The number that customers are asked to call. */
    callUs: tollFree ?? phone,
    /** When the shop is open. Pages add `ONLINE_HOURS`. */
    hours: hours.map(hoursOf),
    social: ownPages(social).map(({ name, url }) => ({ name, icon: socialIcons[name], href: url })),
    fssai: markSample(fssai, isSample("fssai")),
    grievance: {
      ...grievance,
      email: { text: markSample(grievance.email, isSample("grievance.email")), href: `mailto:${grievance.email}` },
      phone: phoneOf(grievance.phone, isSample("grievance.phone")),
    },
    awards: awards.map((award) => ({
      ...award,
      title: markSample(award.title, isSample(inventedAt("awards", award))),
    })),
  };
}
export type ShopFacts = ReturnType<typeof shopFacts>;

/** 'Not taking orders until 24 November 2026, 10:00 am' */
export const pauseText = ({ until }: Pick<PauseSettings, "until">): string =>
  until === null ? "Not taking orders at the moment" : `Not taking orders until ${formatDateTime(until)}`;

/** The notice at a moment: it has a text, has started and has not ended. A link that was saved before it was judged as today is left out. */
export function shownNotice({ text, link, from, to }: NoticeSettings, now: Date) {
  const isDue = (from === null || Date.parse(from) <= now.getTime()) && (to === null || now.getTime() < Date.parse(to));
  return text !== null && isDue ? { text, link: link !== null && isLink(link) ? link : null } : null;
}

export const bannersAt = ({ pause, notice }: Pick<SettingValues, "pause" | "notice">, now: Date) => ({
  pause: isPaused(pause, now) ? { text: pauseText(pause), reason: pause.reason } : null,
  notice: shownNotice(notice, now),
});
/** What stands above every page at a moment. */
export type Banners = ReturnType<typeof bannersAt>;

/** Whether orders are refused. */
export const isPaused = ({ paused, until }: PauseSettings, now: Date): boolean =>
  paused && (until === null || now.getTime() < Date.parse(until));
