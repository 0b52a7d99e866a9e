import { expect, test } from "vitest";
import { deliveryFacts } from "@/lib/delivery/facts";
import { defaultSettings } from "@/lib/settings/defaults";
import { bannersAt, pauseText, shopFacts } from "@/lib/settings/facts";

const { shop, areas, pause, notice } = defaultSettings;

test("the facts are shown as ever until the owner saves them", () => {
  const facts = shopFacts(shop);
  expect(facts.addressLine).toBe("12 Sweet Street, Dadar West, Mumbai 400028");
  expect(facts.hours).toEqual([
    { text: "Mon-Sat 9:00 AM-9:00 PM", schema: "Mo-Sa 09:00-21:00" },
    { text: "Sunday 10:00 AM-8:00 PM", schema: "Su 10:00-20:00" },
  ]);
  expect([facts.phone, facts.tollFree, facts.grievance.phone]).toEqual([
    { text: "+91 22 5550 1985 (sample)", href: "tel:+912255501985" },
    { text: "1800 123 4567 (sample)", href: "tel:18001234567" },
    { text: "+91 22 5550 1986 (sample)", href: "tel:+912255501986" },
  ]);
  expect(facts.callUs).toBe(facts.tollFree);
});

test("a sample licence, officer, phone or award says so, and none that was changed or accepted", () => {
  const own = { ...shop.awards[0]!, title: "Ours" };
  const facts = (accepted?: string[]) => {
    const { fssai, grievance, awards } = shopFacts({ ...shop, awards: [own, shop.awards[1]!], accepted });
    return [fssai, grievance.email, ...awards.map(({ title }) => title)];
  };
  const href = "mailto:grievance@mithaas.example";
  expect(facts()).toEqual([
    "10012022000123 (sample)",
    { text: "grievance@mithaas.example (sample)", href },
    "Ours",
    "Kitchen hygiene, grade A (sample)",
  ]);
  expect(facts(["fssai", "grievance.email", "awards.1"])).toEqual([
    "10012022000123",
    { text: "grievance@mithaas.example", href },
    "Ours",
    "Kitchen hygiene, grade A",
  ]);
});

test("a social network is shown with the address of a page on it, not of its front", () => {
  expect(shopFacts(shop).social).toEqual([]);
  const url = "https://www.youtube.com/@mithaas";
  const social = [...shop.social, { name: "YouTube" as const, url }];
  expect(shopFacts({ ...shop, social }).social).toEqual([{ name: "YouTube", icon: "youtube", href: url }]);
});

test("without a toll-free number customers are asked to call the shop", () => {
  const facts = shopFacts({ ...shop, phones: { shop: "022 5550 1985", tollFree: null } });
  expect(facts.callUs).toEqual({ text: "022 5550 1985", href: "tel:+912255501985" });
});

test.each([
  ["00:00", "12:30", "12:00 AM-12:30 PM"],
  ["12:00", "23:59", "12:00 PM-11:59 PM"],
])("hours from %s to %s", (opens, closes, text) => {
  const [line] = shopFacts({ ...shop, hours: [{ fromDay: 3, toDay: 3, opens, closes }] }).hours;
  expect(line).toEqual({ text: `Wednesday ${text}`, schema: `We ${opens}-${closes}` });
});

test("the seed's areas give the figures of the policy pages", () => {
  expect(deliveryFacts(defaultSettings)).toEqual({
    everywhere: true,
    home: { name: "Mumbai", time: "2-4 hours", fee: "₹49", freeFrom: "₹1,000" },
    others: { fees: "₹50-150", estimate: "1-3 days", time: "1-3 business days", isCourier: true },
  });
});

test("the area of the shop's own pincode is the one around it, else the first that riders serve; others follow their fees", () => {
  const [mumbai, thane, india] = areas as [(typeof areas)[0], (typeof areas)[0], (typeof areas)[0]];
  const inThane = { ...shop, address: { ...shop.address, postalCode: "400601" } };
  expect(deliveryFacts({ shop: inThane, areas }).home).toMatchObject({ name: thane.name, time: "3-6 hours" });
  const outside = { ...shop, address: { ...shop.address, postalCode: "110001" } };
  expect(deliveryFacts({ shop: outside, areas }).home).toMatchObject({ name: mumbai.name });
  const free = { ...mumbai, fee: 0, freeFrom: null, estimate: "within the hour" };
  expect(deliveryFacts({ shop, areas: [free, { ...india, fee: 99.5 }] })).toMatchObject({
    home: { time: "within the hour", fee: "free", freeFrom: null },
    others: { fees: "₹99.50" },
  });
  expect(deliveryFacts({ shop, areas: [mumbai, { ...india, fee: 0 }] }).others).toMatchObject({ fees: "free" });
});

test("areas that are off are not spoken of", () => {
  const off = areas.map((area) => ({ ...area, active: area.id === "india" }));
  expect(deliveryFacts({ shop, areas: off })).toMatchObject({ home: null, others: { fees: "₹149" } });
  expect(deliveryFacts({ shop, areas: [] })).toEqual({ everywhere: false, home: null, others: null });
});

const at = (text: string) => new Date(text);

test("the notice stands from its first moment until before its last", () => {
  const diwali = { text: "Diwali boxes", link: "/products", from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z" };
  const shown = (now: string) => bannersAt({ pause, notice: diwali }, at(now)).notice;
  expect(shown("2026-10-31T23:59:59.999Z")).toBeNull();
  expect(shown("2026-11-01T00:00:00Z")).toEqual({ text: "Diwali boxes", link: "/products" });
  expect(shown("2026-11-01T23:59:59.999Z")).not.toBeNull();
  expect(shown("2026-11-02T00:00:00Z")).toBeNull();
  const always = { ...diwali, from: null, to: null };
  expect(bannersAt({ pause, notice: always }, at("2040-01-01T00:00:00Z")).notice).not.toBeNull();
  expect(bannersAt({ pause, notice }, at("2026-11-01T00:00:00Z")).notice).toBeNull();
  const stored = { ...always, link: "/\t/elsewhere.example" };
  expect(bannersAt({ pause, notice: stored }, at("2026-11-01T00:00:00Z")).notice?.link).toBeNull();
});

test("a pause says until when, by day and time in India, and ends then", () => {
  const until = "2026-11-24T04:30:00.000Z";
  const away = { paused: true, until, reason: "Family wedding" };
  expect(bannersAt({ pause: away, notice }, at("2026-11-24T04:29:59.999Z")).pause).toEqual({
    text: "Not taking orders until 24 November 2026, 10:00 am",
    reason: "Family wedding",
  });
  expect(bannersAt({ pause: away, notice }, at(until)).pause).toBeNull();
  expect(bannersAt({ pause: { ...away, paused: false }, notice }, at("2026-11-01T00:00:00Z")).pause).toBeNull();
  expect(pauseText({ until: null })).toBe("Not taking orders at the moment");
});
