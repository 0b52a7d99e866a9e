import { expect, test } from "vitest";
import type { z } from "zod";
import { lineForm, reserveForm } from "@/lib/cart/schema";
import { sweetFields } from "@/lib/catalogue/multipart";
import { newSweetForm, packCountForm, stockQuery } from "@/lib/catalogue/schema";
import { searchPacks } from "@/lib/catalogue/till-packs";
import { instantInIndia } from "@/lib/date-time-fields";
import { pincodeIn } from "@/lib/delivery/constants";
import { deliveryQuery, typedSlot } from "@/lib/delivery/schema";
import { asciiDigits } from "@/lib/digits";
import { contactInput } from "@/lib/enquiries/schema";
import { valueOfTexts } from "@/lib/forms/values";
import { gstQuery } from "@/lib/invoices/schema";
import { batchForm } from "@/lib/kitchen/schema";
import { checkoutForm, deliveryInput, orderForm, ownOrdersQuery } from "@/lib/orders/schema";
import { takenOrderForm } from "@/lib/orders/taken-form";
import { claimForm, refundForm } from "@/lib/payments/schema";
import { keyForm } from "@/lib/people/key-schema";
import { factorCodeInput, forgotInput, loginInput } from "@/lib/people/schema";
import { taxSettings } from "@/lib/settings/money-schema";
import { areaSettings, shopSettings } from "@/lib/settings/schema";
import { planForm } from "@/lib/stock/plan-form-schema";
import { typedUnits } from "@/lib/stock/plan-texts";
import { day, pageNumber } from "@/lib/text";

/** The scripts whose ten digits this Node.js knows by itself, as CLDR lists them. */
const scripts = Intl.supportedValuesOf("numberingSystem").flatMap((system) => {
  const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false });
  const digits = Array.from({ length: 10 }, (_, value) => format.format(value));
  return digits.every((digit) => /^\p{Nd}$/u.test(digit)) ? [digits.join("")] : [];
});

test("digits of every script become those of ASCII, and nothing else of a text changes", () => {
  expect(scripts.length).toBeGreaterThan(40);
  for (const digits of scripts) expect(asciiDigits(digits)).toBe("0123456789");
  // All of Unicode, also where CLDR names no numbering system: each script has its ten digits in a row.
  const all = Array.from({ length: 0x11_0000 }, (_, code) => (code >> 11 === 0x1b ? "" : String.fromCodePoint(code)));
  const decimal = all.filter((character) => /^\p{Nd}$/u.test(character)).join("");
  expect(asciiDigits(decimal)).toMatch(/^(0123456789)+$/);
  expect(asciiDigits("काजू कतली ½ ① Ⅳ 〇 १kg 𝟗")).toBe("काजू कतली ½ ① Ⅳ 〇 1kg 9");
});

const contact = { name: "Asha", email: "asha@example.com", subject: "A question", message: "When do you open?" };
const KEY = "0b9f8a52-6a4e-4a0e-9d0f-5a2c1d3e4f50";

/** A field of each kind that is a number or has one: what is sent, and what is made of it. */
const fields: [string, z.ZodType, unknown, unknown][] = [
  [
    "a pincode",
    deliveryQuery,
    { pincode: "४०० ०२८", items: "१:२" },
    { pincode: "400028", items: [{ productId: 1, quantity: 2 }] },
  ],
  ["the phone of a delivery", deliveryInput.shape.phoneNumber, "९८२०० १२३४५", "98200 12345"],
  ["the phone of an enquiry", contactInput, { ...contact, phone: "௯௮௨௦௦௧௨௩௪௫" }, { ...contact, phone: "9820012345" }],
  ["a shown fee", checkoutForm.out.shape.fee, "४९.५०", 49.5],
  ["a window", typedSlot, "२०२६-११-२८ १०:००", { date: "2026-11-28", from: "10:00" }],
  ["a day", day, "૨૦૨૬-૧૧-૨૮", "2026-11-28"],
  ["the number of an order", orderForm, { orderId: "१२" }, { id: 12 }],
  ["a number in a query", ownOrdersQuery, { limit: "५" }, { limit: 5 }],
  ["a page in an address", pageNumber, "३", 3],
  ["ids in a query", stockQuery, { ids: "१,२" }, { ids: [1, 2] }],
  ["packs of a line", lineForm, { productId: "१", quantity: "३" }, { productId: 1, quantity: 3 }],
  ["packs to reserve", reserveForm, { productId: "१", quantity: "৩" }, { productId: 1, quantity: 3 }],
  ["packs put in", packCountForm, { id: "1", quantity: "१२" }, { id: 1, quantity: 12 }],
  ["a UTR", claimForm, { orderId: "7", key: KEY, utr: "६३२९ १५४७ ८२०१" }, { id: 7, key: KEY, utr: "632915478201" }],
  [
    "an amount",
    refundForm,
    { id: "7", key: KEY, amount: "₹१,१७०.५०", reason: "Late" },
    { id: 7, key: KEY, amount: 1170.5, reason: "Late" },
  ],
  ["a code", factorCodeInput, { code: "१२३ ४५६" }, { code: "123 456" }],
  ["a code of a login", loginInput.shape.code, "१२३४५६", "123456"],
  ["the first month", gstQuery, { from: "२०२६-११" }, { from: "2026-11", to: "2026-11", format: "json" }],
  [
    "kilograms",
    batchForm.in,
    { productId: "1", day: "2026-11-28", unitGrams: "२५०", amount: "१.५", takesBack: "false" },
    {
      ...{ productId: 1, day: "2026-11-28", unitGrams: 250, amount: "1.5", measure: "kg" },
      ...{ takesBack: false, force: false },
    },
  ],
  ["a licence number", shopSettings.shape.fssai, "१००१२०२२०००१२३", "10012022000123"],
  ["pincodes of an area", areaSettings.element.shape.pincodes, ["४००००१-४००१०४", "५६*"], ["400001-400104", "56*"]],
  ["a GSTIN", taxSettings.shape.gstin, "२७AAPFU०९३९F१ZV", "27AAPFU0939F1ZV"],
];

test.each(fields)("%s may be in the digits of any script", (_, schema, sent, meant) => {
  expect(schema.parse(sent)).toEqual(meant);
});

test.each([
  ["a number of days", planForm, "days", "abc", "Please enter a number of days"],
  ["a part of a day", planForm, "days", "1.5", "Please enter a number of days"],
  ["the last day of a key", keyForm, "expiresAt", "abc", "Please enter a date"],
  ["the day of a sweet in a cart", reserveForm, "day", "abc", "Please enter a valid date"],
  ["a pincode", deliveryQuery, "pincode", "abc", "Please enter a 6-digit pincode"],
  ["packs of a line", lineForm, "quantity", "abc", "Please enter a whole number"],
  ["packs put in", packCountForm, "quantity", "abc", "Please enter a whole number, 1 or more"],
  ["a UTR", claimForm, "utr", "abc", "Please enter the 12 digits of the UTR"],
  ["an amount", refundForm, "amount", "abc", "Please enter an amount from 0.01 to 1,00,00,000"],
  ["kilograms", batchForm, "amount", "abc", "Please enter a number above 0"],
])("%s that is none is refused in the shop's words", (_, schema: z.ZodType, field, typed, message) => {
  const issues = schema.safeParse({ [field]: typed }).error?.issues ?? [];
  expect(issues.filter(({ path }) => path[0] === field).map((issue) => issue.message)).toEqual([message]);
});

test("numbers in the owner's forms and in what is pasted may be, too", () => {
  expect(valueOfTexts(areaSettings, [{ fee: "४९.५" }])).toMatchObject([{ fee: 49.5 }]);
  expect(sweetFields({ price: "३४०", quantity: "१२" })).toEqual({ price: 340, quantity: 12 });
  const sweet = {
    name: "Kaju Katli",
    category: "Dry Fruits",
    description: "Of cashews",
    price: "३४०.५",
    quantity: "१२",
  };
  expect(newSweetForm.parse({ ...sweet, details: { netWeightGrams: "२५०" } })).toMatchObject({
    price: 340.5,
    quantity: 12,
    details: { netWeightGrams: 250 },
  });
  expect(typedUnits("१.५ kg", 250)).toBe(6);
  expect(instantInIndia("२०२६-११-२८T१०:००")).toBe("2026-11-28T04:30:00.000Z");
  expect(pincodeIn("४०० ०२८")).toBe("400028");
  const pack = {
    productId: 7,
    packId: 8,
    slug: "kaju-katli",
    name: "Kaju Katli",
    packLabel: "250 g",
    price: 340,
    units: 1,
    available: 9,
  };
  expect(searchPacks("२ kaju २५०", [pack])).toEqual({ quantity: 2, found: [pack] });
  const taken = {
    when: "later",
    items: '[{"productId":1,"quantity":1}]',
    name: "Asha",
    phone: "९८२००१२३४५",
    method: "pickup",
  };
  expect(takenOrderForm.parse({ ...taken, payment: "cod", advance: "cash", amount: "१००" })).toMatchObject({
    customer: { phone: "9820012345" },
    received: { amount: 100 },
  });
});

test.each([
  ["Name@भारत.भारत", "name@xn--h2brj9c.xn--h2brj9c"],
  ["name@xn--11b4c3d.XN--H2BRJ9C", "name@xn--11b4c3d.xn--h2brj9c"],
  ["asha@इंडिया.com", "asha@xn--i1bj3fqcyde.com"],
])("the address %s is %s", (typed, sent) => expect(forgotInput.parse({ email: typed })).toEqual({ email: sent }));

test.each(["नाम@भारत.भारत", "name@भारत", "name@भारत.भारत:25", "name@x@भारत.भारत", "name@भा रत.भारत"])(
  "%s is no address to which a mail can be sent",
  (email) =>
    expect(forgotInput.safeParse({ email }).error?.issues[0]?.message).toBe("Please enter a valid email address"),
);
