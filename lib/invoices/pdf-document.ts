import type { Content, Margins, TableCell, TDocumentDefinitions } from "pdfmake/interfaces";
import type { Printed } from "./print";

/* How documents look as PDF, in data alone: lib/invoices/pdf-worker.mjs draws it in a thread of its own. */

const BRAND = "#6e1423";
const MUTED = "#684e45";

/** What the worker takes. `footer` stands on each page. */
export type PdfTask = { definition: TDocumentDefinitions; footer: string; pageNumbers: boolean };

const FONT_SIZE = 9.5;
const LINE_HEIGHT = 0.86;
/** Points between the margins. */
const WIDTH = 515;
const FACTS_WIDTH = 215;
const GAP = 20;
const CELL_PADDING = 3;

/** Text that somebody typed, of any length and script: lib/invoices/pdf-text.mjs breaks it into lines of this width. */
const typed = (text: string, width: number, style: { bold?: boolean; alignment?: "right"; margin?: Margins } = {}) =>
  ({ typed: text, width, fontSize: FONT_SIZE, lineHeight: LINE_HEIGHT, ...style }) as unknown as { stack: Content[] };

/** The size of letters with which an amount fits into its column: a digit is about half as wide as it is high. */
const sizeFor = (amount: string, width: number) => Math.min(FONT_SIZE, width / (0.55 * amount.length));

const right = (text: string, width: number) =>
  ({ text, alignment: "right", noWrap: true, fontSize: sizeFor(text, width) }) as const;
const withRate = (value: string, rate: string, width: number): TableCell => ({
  stack: [
    { text: value, noWrap: true, fontSize: sizeFor(value, width) },
    { text: rate, fontSize: 7, color: MUTED },
  ],
  alignment: "right",
});

type Line = Printed["lines"][number];
type Column = { width: number; title: string; of: (line: Line, width: number) => TableCell; total?: string };

function columnsOf({ isTax, interState, totals }: Printed): Column[] {
  const tax = (name: "cgst" | "sgst" | "igst", rate: "rate" | "half"): Column => ({
    width: 58,
    title: `${name.toUpperCase()} ₹`,
    of: (line, width) => withRate(line[name], line[rate], width),
    total: totals[name],
  });
  const taxes = interState ? [tax("igst", "rate")] : [tax("cgst", "half"), tax("sgst", "half")];
  const before: Column[] = [{ width: 16, title: "#", of: ({ position }) => String(position) }];
  const after: Column[] = [
    { width: 46, title: "HSN", of: ({ hsn }) => hsn },
    { width: 34, title: "Qty", of: ({ quantity }, width) => right(quantity, width) },
    ...(isTax
      ? [
          {
            width: 66,
            title: "Taxable ₹",
            of: ({ taxable }: Line, width: number) => right(taxable, width),
            total: totals.taxable,
          },
          ...taxes,
        ]
      : []),
    {
      width: 66,
      title: isTax ? "Total ₹" : "Amount ₹",
      of: ({ total }, width) => ({ ...right(total, width), bold: true }),
      total: totals.total,
    },
  ];
  const others = [...before, ...after];
  const left = others.reduce((sum, { width }) => sum - width, WIDTH - 2 * CELL_PADDING * (others.length + 1));
  const description: Column = {
    width: left,
    title: "Description",
    of: ({ name }, width) => typed(onOneLine(name), width),
    total: "Total",
  };
  return [...before, description, ...after];
}

/** A field of one line: only addresses and reasons are of several. */
const onOneLine = (text: string) => text.replace(/\s+/g, " ");

function pageOf(document: Printed, logo: string, first: boolean): Content {
  const columns = columnsOf(document);
  const partyWidth = WIDTH - GAP - FACTS_WIDTH;
  const { seller, buyer, facts, title, isTax } = document;
  return {
    stack: [
      {
        columns: [
          { image: logo, width: 130, margin: [0, 4, 0, 0] },
          {
            stack: [
              { text: title, fontSize: 17, bold: true, color: BRAND },
              ...(isTax ? [{ text: "Original for recipient", color: MUTED, fontSize: 8 }] : []),
            ],
            alignment: "right",
            width: "*",
          },
        ],
      },
      {
        canvas: [{ type: "line", x1: 0, y1: 8, x2: WIDTH, y2: 8, lineWidth: 1.2, lineColor: BRAND }],
        margin: [0, 0, 0, 12],
      },
      {
        columns: [
          {
            width: partyWidth,
            stack: [
              typed(onOneLine(seller.legalName), partyWidth, { bold: true }),
              ...seller.lines.map((line) => typed(line, partyWidth)),
              { text: "Billed to", color: MUTED, margin: [0, 10, 0, 0] },
              typed(onOneLine(buyer[0] ?? ""), partyWidth, { bold: true }),
              ...buyer.slice(1).map((line) => typed(line, partyWidth)),
            ],
          },
          {
            width: FACTS_WIDTH,
            table: {
              widths: [80, "*"],
              body: facts.map(([name, value]) => [
                { text: name, color: MUTED },
                { text: value, bold: name === "Number" },
              ]),
            },
            layout: "noBorders",
          },
        ],
        columnGap: GAP,
        margin: [0, 0, 0, 14],
      },
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          keepWithHeaderRows: 1,
          widths: columns.map(({ width }) => width),
          body: [
            columns.map(({ title }, at) => ({
              text: title,
              alignment: at > 2 ? "right" : "left",
              bold: true,
              color: BRAND,
            })),
            ...document.lines.map((line) => columns.map(({ of, width }) => of(line, width))),
            columns.map(({ total = "", width }, at) => ({
              ...right(total, width),
              bold: true,
              alignment: at > 1 ? "right" : "left",
            })),
          ],
        },
        layout: "lines",
      },
      {
        stack: [
          { text: `Total ₹${document.totals.total}`, fontSize: 13, bold: true, color: BRAND, alignment: "right" },
          { text: document.words, margin: [0, 6, 0, 0] },
        ],
        unbreakable: true,
        margin: [0, 10, 0, 0],
      },
      ...document.notes.map((note) => typed(note, WIDTH, { margin: [0, 4, 0, 0] })),
      {
        stack: [
          ...(isTax || document.title === "Credit note"
            ? []
            : [
                {
                  text: "The supplier is not registered under GST; no tax is charged.",
                  color: MUTED,
                  margin: [0, 4, 0, 0],
                } as Content,
              ]),
          typed(`For ${onOneLine(seller.legalName)}`, WIDTH, { alignment: "right", margin: [0, 18, 0, 0] }),
          { text: "Computer-generated; no signature is needed.", alignment: "right", color: MUTED, fontSize: 8 },
        ],
        unbreakable: true,
      },
    ],
    ...(first ? {} : { pageBreak: "before" }),
  };
}

/** One file of some documents, each from the top of a page. Its dates are those of the first, so that it is the same each time. */
export function pdfTask(documents: readonly Printed[], logo: string): PdfTask {
  const [first] = documents;
  if (!first) throw new Error("nothing to print");
  const issued = new Date(first.issuedAt);
  const one = documents.length === 1;
  return {
    definition: {
      pageSize: "A4",
      pageMargins: [40, 36, 40, 48],
      info: {
        title: one ? `${first.title} ${first.number}` : "Invoices",
        author: first.seller.legalName,
        creator: "Mithaas",
        producer: "Mithaas",
        creationDate: issued,
        modDate: issued,
      },
      defaultStyle: { font: "Mukta", fontSize: FONT_SIZE, lineHeight: LINE_HEIGHT },
      content: documents.map((document, at) => pageOf(document, logo, at === 0)),
      images: {},
    },
    footer: one ? `${first.title} ${first.number}` : "",
    pageNumbers: one,
  };
}
