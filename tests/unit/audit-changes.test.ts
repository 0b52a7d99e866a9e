// The changes of an entry of the audit log, as people read them.
import { expect, test } from "vitest";
import type { Changes } from "@/db/constants/auth";
import { changesOf } from "@/lib/audit/change-texts";
import type { AuditRow } from "@/lib/audit/responses";
import { historyText } from "@/lib/audit/texts";
import { defaultSettings } from "@/lib/settings/defaults";

const entry = (changes: Changes, more: Partial<AuditRow> = {}): AuditRow => ({
  id: 1,
  at: "2026-11-26T09:30:00.000Z",
  by: { kind: "staff", id: 12, name: "Meena Patil" },
  action: "update",
  noun: "sweets",
  nounId: "7",
  text: "Meena Patil did something",
  changes,
  ...more,
});

test.each<[string, [unknown, unknown], [label: string, from: string | null, to: string | null]]>([
  ["price of 500 g", [1679, 1699.5], ["Price of 500 g", "₹1,679", "₹1,699.50"]],
  ["name", ["Kaju Katli", "Kesar Kaju Katli"], ["Name", "Kaju Katli", "Kesar Kaju Katli"]],
  ["featured", [false, true], ["Featured", "No", "Yes"]],
  ["netWeightGrams", [500, 1500], ["Net weight", "500 g", "1.5 kg"]],
  ["shelfLifeDays", [null, 1], ["Shelf life", "", "1 day"]],
  ["sugarFree", [false, true], ["Sugar-free", "No", "Yes"]],
  ["hsn", ["2106", "1905"], ["HSN", "2106", "1905"]],
  ["prepHours", [0, 24], ["Hours of preparation", "0 hours", "24 hours"]],
  ["minimumQuantity", [1, 6], ["Minimum quantity", "1 pack", "6 packs"]],
  ["allergens", [[], ["Milk", "Nuts"]], ["Allergens", "", "Milk, Nuts"]],
  ["image", [null, "/media/a-960.webp"], ["Picture", "", "A picture"]],
  ["image", ["/media/a-960.webp", "/media/b-960.webp"], ["Picture", "A picture", "Another picture"]],
  // As entries had them before their fields were named as in the API.
  ["hours of preparation", [0, 24], ["Hours of preparation", "0 hours", "24 hours"]],
  ["picture", [null, "/media/a-960.webp"], ["Picture", "", "A picture"]],
  ["quantity", [10, 12000], ["Default packs in stock", "10", "12,000"]],
  ["2026-12-01", [5, 9], ["Tue 1 Dec 2026", "5", "9"]],
  [
    "week",
    [null, [1, 2, 3, 4, 5, 6, 0]],
    ["Each week", "", "Monday 1, Tuesday 2, Wednesday 3, Thursday 4, Friday 5, Saturday 6, Sunday 0"],
  ],
  ["staff", ["counter", "manager"], ["Role", "Counter", "Manager"]],
  ["ends", ["2026-12-01", "2026-12-01T18:30:00.000Z"], ["Ends", "Tue 1 Dec 2026", "2 Dec 2026, 12:00 am"]],
  [
    "slot",
    ["2026-11-23 10:00-13:00", "2026-11-24 16:30-19:00"],
    ["Window", "Mon 23 Nov 2026, 10 am – 1 pm", "Tue 24 Nov 2026, 4:30 pm – 7 pm"],
  ],
  ["phoneNumber", [null, null], ["The telephone number", null, null]],
])("%s", (field, values, [label, from, to]) => {
  expect(changesOf(entry({ [field]: values }))).toEqual([{ label, from, to }]);
});

test("settings are said by the fields of their forms, and a festival's sweets by their names", () => {
  const festival = {
    name: "Holi",
    slug: "holi",
    text: null,
    days: ["2027-03-22"],
    opensAt: null,
    closesAt: null,
    sweets: [],
  };
  const changes: Changes = { festivals: [[festival], [{ ...festival, sweets: [3] }]] };
  const about = { noun: "opening", nounId: "festivals" } as const;
  expect(changesOf(entry(changes, about), [{ id: 3, name: "Gujiya", deleted: false }])).toEqual([
    { label: "Holi: Sweets", from: "", to: "Gujiya" },
  ]);
  const paid = { ...defaultSettings.payments, cod: { active: true, upTo: 12_500 } };
  expect(changesOf(entry({ payments: [null, paid] }, { noun: "settings", nounId: "payments" }))).toEqual([
    { label: "Up to (₹)", from: "", to: "12,500" },
  ]);
});

test("nothing is said twice: the one change of a sentence that has it", () => {
  const said = (action: string, changes: Changes) =>
    changesOf(entry(changes, { noun: "orders", action, text: `Meena Patil ${historyText(action, "7", changes)}` }));
  expect(said("set status", { status: ["Pending", "Processing"] })).toEqual([]);
  expect(said("set status", { status: [null, "Pending"] })).toEqual([]);
  expect(said("move", { slot: ["2026-11-23 10:00-13:00", "2026-11-24 10:00-13:00"] })).toEqual([]);
  expect(said("correct", { phoneNumber: [null, null] })).toEqual([]);
  const price = { "price of 500 g": [679, 699] } satisfies Changes;
  const text = "Meena Patil changed the price of Kaju Katli 500 g from ₹679 to ₹699";
  expect(changesOf(entry(price, { text }))).toEqual([]);
  expect(changesOf(entry({ ...price, featured: [false, true] }, { text }))).toHaveLength(2);
});
