// The rules of invoices (docs/behaviour.md#invoices): amounts that add up to the paisa, places, years, numbers and words.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { creditLinesOf, type DocumentLine, invoiceLinesOf, leftOf } from "@/lib/invoices/lines";
import {
  apportion,
  documentNumber,
  financialYear,
  placeOfSupply,
  rateOf,
  shopState,
  taxOf,
} from "@/lib/invoices/rules";
import { amountInWords } from "@/lib/invoices/words";
import { isGstin } from "@/lib/settings/gstin";
import { stateName, stateOfPincode } from "@/lib/settings/states";
import { boundsOfFunctions } from "../support/property";

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
const paise = fc.integer({ min: 1, max: 100_000_000 });
const rate = fc.constantFrom(0, 25, 300, 500, 1200, 1800, 2800, 4000);

describe("dividing an amount", () => {
  test("gives the paise that are left to the largest remainders", () => {
    expect(apportion(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(apportion(4900, [50_000, 25_000])).toEqual([3267, 1633]);
    expect(apportion(0, [3, 4])).toEqual([0, 0]);
  });

  test("adds up exactly, and gives nobody a paisa more or less than the exact share", () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.array(paise, { minLength: 1, maxLength: 30 }), (amount, weights) => {
        const parts = apportion(amount, weights);
        expect(sumOf(parts)).toBe(amount);
        parts.forEach((part, at) => {
          expect(Math.abs(part - (amount * (weights[at] as number)) / sumOf(weights))).toBeLessThan(1);
        });
      }),
      boundsOfFunctions,
    );
  });
});

describe("the tax in a price", () => {
  test("is two equal halves within the state, and the taxable value takes the odd paisa", () => {
    expect(taxOf(10_500, 500, false)).toEqual({ taxable: 10_000, cgst: 250, sgst: 250, igst: 0 });
    // 5 % in 4,001 paise are 190.5, rounded 191: two halves of 95.
    expect(taxOf(4001, 500, false)).toEqual({ taxable: 3811, cgst: 95, sgst: 95, igst: 0 });
  });

  test("is one amount outside of it", () => {
    expect(taxOf(4001, 500, true)).toEqual({ taxable: 3810, cgst: 0, sgst: 0, igst: 191 });
  });

  test("adds up to the price for every price and rate", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000_000_000 }),
        fc.nat(10_000),
        fc.boolean(),
        (total, rate, inter) => {
          const { taxable, cgst, sgst, igst } = taxOf(total, rate, inter);
          expect(taxable + cgst + sgst + igst).toBe(total);
          expect(cgst).toBe(sgst);
          expect(Math.min(taxable, cgst, igst)).toBeGreaterThanOrEqual(0);
          const exact = (total * rate) / (10_000 + rate);
          expect(Math.abs(cgst + sgst + igst - exact)).toBeLessThanOrEqual(inter ? 0.51 : 1.51);
        },
      ),
      boundsOfFunctions,
    );
  });
});

describe("the rate of a code", () => {
  const rates = [
    { hsn: "2106", rate: 12, from: "2017-07-01" },
    { hsn: "2106", rate: 5, from: "2025-09-22" },
    { hsn: "210690", rate: 18, from: "2026-04-01" },
    { hsn: "19", rate: 5, from: "2025-09-22" },
  ];
  test("is that of the longest code in the table, of the latest day that has come", () => {
    expect(rateOf(rates, "2106", "2025-09-21")).toBe(1200);
    expect(rateOf(rates, "2106", "2025-09-22")).toBe(500);
    expect(rateOf(rates, "21069099", "2026-03-31")).toBe(500);
    expect(rateOf(rates, "21069099", "2026-04-01")).toBe(1800);
    expect(rateOf(rates, "2106", "2026-04-01")).toBe(500);
    expect(rateOf(rates, "1905", "2026-04-01")).toBe(500);
  });
  test("is none before its day or for another code", () => {
    expect(rateOf(rates, "1905", "2025-09-21")).toBeNull();
    expect(rateOf(rates, "0801", "2026-04-01")).toBeNull();
  });
});

test("a financial year begins in April", () => {
  expect(financialYear("2026-03-31")).toBe("25-26");
  expect(financialYear("2026-04-01")).toBe("26-27");
  expect(financialYear("2099-12-31")).toBe("99-00");
});

test("a number has six digits, more when they fit in 16 characters, and never more characters", () => {
  expect(documentNumber("INV", "26-27", 123)).toBe("INV/26-27/000123");
  expect(documentNumber("M", "26-27", 1_234_567)).toBe("M/26-27/1234567");
  expect(() => documentNumber("INV", "26-27", 1_000_000)).toThrow("full");
});

describe("a place", () => {
  const pincodes: Record<string, string> = {
    Delhi: "110001",
    Haryana: "134109",
    Chandigarh: "160017",
    Punjab: "160055",
    Ladakh: "194101",
    "Jammu and Kashmir": "190001",
    "Uttar Pradesh": "246701 262701",
    Uttarakhand: "246001 247667 262501",
    "Dadra and Nagar Haveli and Daman and Diu": "362520 396230",
    Gujarat: "396191",
    Maharashtra: "400028",
    Goa: "403001",
    Chhattisgarh: "492001",
    "Madhya Pradesh": "482001",
    Telangana: "500001",
    "Andhra Pradesh": "520001",
    Karnataka: "560001",
    Puducherry: "605001 607402 609602 533464 673310",
    "Tamil Nadu": "605602",
    Lakshadweep: "682555",
    Kerala: "682001",
    "West Bengal": "700001",
    Sikkim: "737101",
    "Andaman and Nicobar Islands": "744101",
    Odisha: "751001",
    Assam: "781001",
    "Arunachal Pradesh": "791111",
    Meghalaya: "793001",
    Manipur: "795001",
    Mizoram: "796001",
    Nagaland: "797001",
    Tripura: "799001",
    Bihar: "800001",
    Jharkhand: "814112 834001",
  };
  test.each(Object.entries(pincodes))("%s has %s", (state, its) => {
    expect(its.split(" ").map((pincode) => stateName(stateOfPincode(pincode) ?? ""))).toEqual(
      its.split(" ").map(() => state),
    );
  });

  test("is in some state for every first two digits that India Post uses", () => {
    for (let prefix = 11; prefix <= 85; prefix++)
      expect(stateOfPincode(`${prefix}0001`) !== null, String(prefix)).toBe(![29, 35, 54, 55, 65, 66].includes(prefix));
    expect(stateOfPincode("900056")).toBeNull();
    expect(stateOfPincode("4000")).toBeNull();
    const codes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, "0"));
    expect(codes.filter((code) => stateName(code) !== `State ${code}`)).toHaveLength(37);
  });

  test("is one that there is in every GSTIN", () => {
    const characters = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const states = ["00", "07", "25", "29", "45", "97"];
    expect(states.filter((code) => characters.some((last) => isGstin(`${code}AAGCB7383J1Z${last}`)))).toEqual([
      "07",
      "29",
      "97",
    ]);
  });

  test("of supply is the delivery's, without a pincode and for pickup the shop's", () => {
    const order = { method: "courier", pincode: "560001" };
    expect(placeOfSupply(order, "27")).toBe("29");
    expect(placeOfSupply({ ...order, method: "pickup" }, "27")).toBe("27");
    expect(placeOfSupply({ ...order, pincode: null }, "27")).toBe("27");
    expect(placeOfSupply({ ...order, pincode: "999999" }, "27")).toBe("27");
    expect(shopState("29AAGCB7383J1Z4", "400028")).toBe("29");
    expect(shopState(null, "400028")).toBe("27");
  });
});

const aSweet = fc.record({
  name: fc.constant("Kaju Katli"),
  hsn: fc.constantFrom("2106", "1905", "0801", "18063100"),
  rate,
  grams: fc.constantFrom(null, 250),
  quantity: fc.integer({ min: 1, max: 500 }),
  price: fc.integer({ min: 1, max: 500_000 }),
});
const anInvoice = fc.record({
  sweets: fc.array(aSweet, { minLength: 1, maxLength: 12 }),
  delivery: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  giftWrap: fc.constantFrom(0, 5000),
});

function expectWhole(line: DocumentLine) {
  expect(line.taxable + line.cgst + line.sgst + line.igst).toBe(line.total);
  expect(line.cgst).toBe(line.sgst);
  expect(Math.min(line.taxable, line.cgst, line.igst)).toBeGreaterThanOrEqual(0);
}

describe("the lines of an invoice", () => {
  test("divide delivery and gift wrap among the codes and rates of the sweets by value", () => {
    const lines = invoiceLinesOf(
      {
        sweets: [
          { name: "Kaju Katli", hsn: "0801", rate: 500, grams: null, quantity: 1, price: 60_000 },
          { name: "Motichoor Laddu", hsn: "2106", rate: 1200, grams: null, quantity: 2, price: 15_000 },
          { name: "Peda", hsn: "2106", rate: 1200, grams: null, quantity: 1, price: 10_000 },
        ],
        delivery: 4900,
        giftWrap: 5000,
      },
      false,
    );
    expect(lines.map(({ name, hsn, rate, quantity, total }) => [name, hsn, rate, quantity, total])).toEqual([
      ["Kaju Katli", "0801", 500, 1, 60_000],
      ["Motichoor Laddu", "2106", 1200, 2, 30_000],
      ["Peda", "2106", 1200, 1, 10_000],
      ["Gift wrap", "0801", 500, null, 3000],
      ["Gift wrap", "2106", 1200, null, 2000],
      ["Delivery", "0801", 500, null, 2940],
      ["Delivery", "2106", 1200, null, 1960],
    ]);
  });

  test("come to what was charged, each adding up to the paisa", () => {
    fc.assert(
      fc.property(anInvoice, fc.boolean(), (invoiced, inter) => {
        const lines = invoiceLinesOf(invoiced, inter);
        for (const line of lines) expectWhole(line);
        const sweets = sumOf(invoiced.sweets.map(({ quantity, price }) => quantity * price));
        expect(sumOf(lines.map(({ total }) => total))).toBe(sweets + invoiced.delivery + invoiced.giftWrap);
      }),
      boundsOfFunctions,
    );
  });
});

describe("credit notes", () => {
  test("of a part are divided among the lines, those of all take what is left and name the units", () => {
    const lines = invoiceLinesOf(
      {
        sweets: [
          { name: "A", hsn: "2106", rate: 500, grams: null, quantity: 3, price: 10_000 },
          { name: "B", hsn: "1905", rate: 1800, grams: null, quantity: 1, price: 10_000 },
        ],
        delivery: 0,
        giftWrap: 0,
      },
      false,
    );
    const part = creditLinesOf(lines, 10_000);
    expect(part.map(({ position, quantity, total }) => [position, quantity, total])).toEqual([
      [1, null, 7500],
      [2, null, 2500],
    ]);
    const rest = creditLinesOf(leftOf(lines, part), 30_000);
    expect(rest.map(({ total }) => total)).toEqual([22_500, 7500]);
    expect(leftOf(lines, [...part, ...rest]).map(({ taxable, cgst, total }) => [taxable, cgst, total])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(creditLinesOf(lines, 40_000).map(({ quantity }) => quantity)).toEqual([3, 1]);
  });

  test("of an odd paisa that a line of halves of tax cannot give take it from another line", () => {
    const line = { name: "A", hsn: "2106", rate: 2800, quantity: 1, igst: 0 };
    const left = [
      { ...line, taxable: 0, cgst: 1, sgst: 1, total: 2 },
      { ...line, rate: 0, taxable: 100, cgst: 0, sgst: 0, total: 100 },
    ];
    expect(creditLinesOf(left, 51).map(({ position, total }) => [position, total])).toEqual([[2, 51]]);
    expect(creditLinesOf(left, 101).map(({ position, total }) => [position, total])).toEqual([
      [1, 2],
      [2, 99],
    ]);
    expect(creditLinesOf(left.slice(0, 1), 1)).toEqual([]);
  });

  test("never take more than is left of a line, a value or a tax, and all of them together take everything", () => {
    fc.assert(
      fc.property(
        anInvoice,
        fc.boolean(),
        fc.array(fc.oneof(fc.integer({ min: 1, max: 20 }), paise), { maxLength: 12 }),
        (invoiced, inter, amounts) => {
          const lines = invoiceLinesOf(invoiced, inter);
          const notes: ReturnType<typeof creditLinesOf> = [];
          for (const amount of [...amounts, Number.MAX_SAFE_INTEGER]) {
            const left = leftOf(lines, notes);
            const note = creditLinesOf(left, amount);
            for (const line of note) expectWhole(line);
            // An odd paisa cannot be credited when nothing but two equal halves of tax is left of every line.
            const isHalvesOnly = left.every(({ taxable, igst }) => taxable + igst === 0);
            const wanted = Math.min(amount, sumOf(left.map(({ total }) => total)));
            expect(sumOf(note.map(({ total }) => total))).toBe(isHalvesOnly ? wanted - (wanted % 2) : wanted);
            notes.push(...note);
            for (const line of leftOf(lines, notes)) expectWhole(line);
          }
          expect(sumOf(leftOf(lines, notes).map(({ total }) => total))).toBe(0);
        },
      ),
      boundsOfFunctions,
    );
  });
});

test("an amount in words is counted in lakhs and crores", () => {
  expect(amountInWords(117_000)).toBe("Rupees one thousand one hundred seventy only");
  expect(amountInWords(12_345_650)).toBe(
    "Rupees one lakh twenty-three thousand four hundred fifty-six and fifty paise only",
  );
  expect(amountInWords(1_000_000_000_01)).toBe("Rupees one hundred crore and one paise only");
  expect(amountInWords(50)).toBe("Rupees zero and fifty paise only");
});
