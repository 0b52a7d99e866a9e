// What people typed, in the PDF of an invoice (docs/behaviour.md#invoices): every script of India, long words, pictures.
import { describe, expect, test } from "vitest";
import { pdfTask } from "@/lib/invoices/pdf-document";
import { openFont } from "@/lib/invoices/pdf-fonts.mjs";
import { drawPdf } from "@/lib/invoices/pdf-queue";
import { typedLines } from "@/lib/invoices/pdf-text.mjs";
import { printed } from "@/lib/invoices/print";
import type { IssuedInvoice } from "@/lib/invoices/serializers";

type Run = { text: string; font: string };
const WIDTH = 280;
const lines = (typed: string, bold = false) =>
  typedLines({ typed, width: WIDTH, fontSize: 9.5, lineHeight: 0.86, bold }).stack.map(({ text }): Run[] => text);
const textsOf = (typed: string) => lines(typed).map((runs) => runs.map(({ text }) => text).join(""));

/** The glyphs of a line and its width in points, as the font shapes it. */
function shaped(runs: Run[], bold: boolean) {
  const laidOut = runs.map(({ text, font }) => ({
    ...openFont(font, bold),
    run: openFont(font, bold).font.layout(text),
  }));
  return {
    ids: laidOut.flatMap(({ run }) => run.glyphs.map(({ id }: { id: number }) => id)),
    width: laidOut.reduce((sum, { run, font }) => sum + (9.5 * run.advanceWidth) / font.unitsPerEm, 0),
  };
}

const scripts: Record<string, string> = {
  Mukta: "फ्लैट ३, श्रीमती लड्डू, Zoë",
  Roboto: "Nguyễn Phường Олег Ζωή",
  Bengali: "শ্রীমতী বন্দ্যোপাধ্যায় কলকাতা ৭০০০১৯",
  Gurmukhi: "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਅੰਮ੍ਰਿਤਸਰ",
  Gujarati: "શ્રી જિજ્ઞેશ ક્ષત્રિય ૩૮૦૦૦૧",
  Odia: "ଶ୍ରୀ ଜଗନ୍ନାଥ ଭୁବନେଶ୍ୱର ଓଡ଼ିଶା",
  Tamil: "திருமதி கிருஷ்ணன் ஸ்ரீ க்ஷேமம்",
  Telugu: "శ్రీ కృష్ణమూర్తి స్త్రీ రాష్ట్రం",
  Kannada: "ಶ್ರೀ ಕೃಷ್ಣಮೂರ್ತಿ ಸ್ತ್ರೀ ಕರ್ನಾಟಕ",
  Malayalam: "ശ്രീ കൃഷ്ണൻകുട്ടി ക്ഷേത്രം മലയാളം",
  Arabic: "محترمہ عائشہ صدیقی، پڑھنے والے ٹیپو روڈ",
};

describe.each([false, true])("text, bold: %s,", (bold) => {
  test.each(Object.entries(scripts))("has every letter of %s in its font", (family, text) => {
    const runs = lines(text, bold).flat();
    expect(runs.map(({ font }) => font)).toContain(family);
    expect(runs.map(({ text: own }) => own).join("")).not.toContain("?");
    expect(shaped(runs, bold).ids).not.toContain(0);
  });

  test.each(Object.values(scripts).map((text) => text.replace(/\s|،/g, "").repeat(12)))(
    "breaks a long word into lines that fit, and loses no letter of it: %s",
    (word) => {
      const broken = lines(word, bold);
      expect(broken.length).toBeGreaterThan(1);
      for (const runs of broken) expect(shaped(runs, bold).width).toBeLessThanOrEqual(WIDTH);
      const letters = (text: string) => [...text.normalize("NFC")].sort().join("");
      expect(
        letters(
          broken
            .flat()
            .map(({ text }) => text)
            .join(""),
        ),
      ).toBe(letters(word));
    },
  );
});

test("words keep together, and lines of an address stay apart", () => {
  const broken = textsOf(`Flat 3,  Sea View\r\n\n\t${"Marine Drive ".repeat(9)}`);
  expect(broken[0]).toBe("Flat 3, Sea View");
  expect(broken.slice(1).join(" ")).toBe("Marine Drive ".repeat(9).trim());
  expect(broken.length).toBeGreaterThan(2);
});

test.each([
  ["Flat 3 🏠 Hill Road", "Flat 3 Hill Road"],
  ["Flat 3 🏠, Hill Road", "Flat 3, Hill Road"],
  ["A👨‍👩‍👧B 🇮🇳 ❤️", "AB"],
  ["1️⃣ Hill Road ©", "1 Hill Road ©"],
  ["a\u0000b\u0007c\u00add\u200be\u202ef\ufeff", "abcdef"],
  ["李明, Mumbai", "??, Mumbai"],
])("of %j nothing is a box: %j", (typed, shown) => {
  const runs = lines(typed).flat();
  expect(runs.map(({ text }) => text).join("")).toBe(shown);
  expect(shaped(runs, false).ids).not.toContain(0);
});

test("a letter with hundreds of marks is as wide as one with a few", () => {
  expect(textsOf(`e${"\u0301".repeat(400)}`)).toEqual([`é${"\u0301".repeat(15)}`]);
});

test("Urdu goes from right to left, with numbers, brackets and Latin words within it", () => {
  // From the left edge of the paper: the last word first, each word as it is read.
  expect(
    lines("فلیٹ 12 (بی)، ممبئی ۴۲ Mumbai 400028")[0]
      ?.map(({ text }) => text)
      .join("|"),
  ).toBe("Mumbai 400028| |۴|۲| |ممبئی| |،|(|بی|)| |12| |فلیٹ");
  expect(textsOf("Asha, بی, Mumbai")).toEqual(["Asha, بی, Mumbai"]);
});

const amount = 99_99_99_99_999.99;
const amounts = { taxable: amount, cgst: amount, sgst: amount, igst: 0, total: amount };
const line = { hsn: "21069099", quantity: 100_000, rate: 5, ...amounts };
const invoice: IssuedInvoice = {
  ...{ kind: "tax_invoice", number: "INV/26-27/000001", date: "2026-11-22", issuedAt: "2026-11-22T10:00:00.000Z" },
  company: null,
  buyer: {
    name: "W".repeat(120),
    address: `https://maps.example/${"W".repeat(400)}\n${Object.values(scripts).join("\n")}`,
  },
  lines: ["W".repeat(120), `${scripts.Tamil} `.repeat(6), "Gift wrap"].map((name) => ({ ...line, name })),
  totals: amounts,
  seller: {
    ...{ legalName: "W".repeat(120), address: "W".repeat(300), state: { code: "27", name: "Maharashtra" } },
    ...{
      gstin: "27AAPFU0939F1ZV",
      fssai: "10012022000123",
      phone: "+91 22 5550 1985",
      email: `${"w".repeat(240)}@a.example`,
    },
  },
  order: { id: 7, date: "2026-11-21", channel: "web", method: "courier", day: "2026-11-22" },
  placeOfSupply: { code: "27", name: "Maharashtra" },
  interState: false,
  creditNotes: [],
};
const note = { ...invoice, number: "CRN/26-27/000001", total: amount, reason: "W\n".repeat(150) };
const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("every text of the longest document is on the paper, and none of its glyphs is missing", async () => {
  const task = pdfTask([printed(invoice), printed(invoice, note)], pixel);
  Object.assign(task.definition, { compress: false });
  const file = (await drawPdf(task, "1")).toString("latin1");
  const places = [...file.matchAll(/1 0 0 1 ([\d.-]+) ([\d.-]+) Tm/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  expect(places.length).toBeGreaterThan(200);
  // A4 in points, within its margins and the footer.
  for (const [x, y] of places) {
    expect(x).toBeGreaterThanOrEqual(39.9);
    expect(x).toBeLessThan(555);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(842);
  }
  const glyphs = [...file.matchAll(/\[(.*?)\] TJ/g)].flatMap(([, parts = ""]) =>
    [...parts.matchAll(/<([\da-f]+)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []),
  );
  expect(glyphs.length).toBeGreaterThan(2000);
  expect(glyphs).not.toContain("0000");
});
