import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces";
import type { Printed } from "./print";

/* How documents look as PDF, in data alone: lib/invoices/pdf-worker.mjs draws it in a thread of its own. */

const BRAND = "#6e1423";
const MUTED = "#684e45";

/** What the worker takes. `footer` stands on each page. */
export type PdfTask = { definition: TDocumentDefinitions; footer: string; pageNumbers: boolean };

const right = (text: string) => ({ text, alignment: "right", noWrap: true }) as const;
const withRate = (value: string, rate: string): TableCell => ({
  stack: [
    { text: value, noWrap: true },
    { text: rate, fontSize: 7, color: MUTED },
  ],
  alignment: "right",
});

type Line = Printed["lines"][number];
const column = (width: number | "*", title: string, of: (line: Line) => TableCell, total = "") => ({
  width,
  title,
  of,
  total,
});

function columnsOf({ isTax, interState, totals }: Printed) {
  const tax = (name: "cgst" | "sgst" | "igst", rate: "rate" | "half") =>
    column(58, `${name.toUpperCase()} ₹`, (line) => withRate(line[name], line[rate]), totals[name]);
  const taxes = interState ? [tax("igst", "rate")] : [tax("cgst", "half"), tax("sgst", "half")];
  return [
    column(16, "#", ({ position }) => String(position)),
    column("*", "Description", ({ name }) => name, "Total"),
    column(46, "HSN", ({ hsn }) => hsn),
    column(24, "Qty", ({ quantity }) => right(quantity)),
    ...(isTax ? [column(66, "Taxable ₹", ({ taxable }) => right(taxable), totals.taxable), ...taxes] : []),
    column(66, isTax ? "Total ₹" : "Amount ₹", ({ total }) => ({ ...right(total), bold: true }), totals.total),
  ];
}

function pageOf(document: Printed, logo: string, first: boolean): Content {
  const columns = columnsOf(document);
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
        canvas: [{ type: "line", x1: 0, y1: 8, x2: 515, y2: 8, lineWidth: 1.2, lineColor: BRAND }],
        margin: [0, 0, 0, 12],
      },
      {
        columns: [
          {
            width: "*",
            stack: [
              { text: seller.legalName, bold: true },
              ...seller.lines,
              { text: "Billed to", color: MUTED, margin: [0, 10, 0, 0] },
              { text: buyer[0] ?? "", bold: true },
              ...buyer.slice(1),
            ],
          },
          {
            width: 215,
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
        columnGap: 20,
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
            ...document.lines.map((line) => columns.map(({ of }) => of(line))),
            columns.map(({ total }, at) => ({
              text: total,
              bold: true,
              alignment: at > 1 ? "right" : "left",
              noWrap: true,
            })),
          ],
        },
        layout: "lines",
      },
      {
        stack: [
          { text: `Total ₹${document.totals.total}`, fontSize: 13, bold: true, color: BRAND, alignment: "right" },
          { text: document.words, margin: [0, 6, 0, 0] },
          ...document.notes.map((note): Content => ({ text: note, margin: [0, 4, 0, 0] })),
          ...(isTax || document.title === "Credit note"
            ? []
            : [
                {
                  text: "The supplier is not registered under GST; no tax is charged.",
                  color: MUTED,
                  margin: [0, 4, 0, 0],
                } as Content,
              ]),
          { text: `For ${seller.legalName}`, alignment: "right", margin: [0, 18, 0, 0] },
          { text: "Computer-generated; no signature is needed.", alignment: "right", color: MUTED, fontSize: 8 },
        ],
        unbreakable: true,
        margin: [0, 10, 0, 0],
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
      defaultStyle: { font: "Mukta", fontSize: 9.5, lineHeight: 0.86 },
      content: documents.map((document, at) => pageOf(document, logo, at === 0)),
      images: {},
    },
    footer: one ? `${first.title} ${first.number}` : "",
    pageNumbers: one,
  };
}
