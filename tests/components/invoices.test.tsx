import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { RateWarnings } from "@/components/admin/settings/around-form";
import { OrderDocuments } from "@/components/invoices/order-documents";
import { allPrinted } from "@/lib/invoices/print";
import type { Invoice } from "@/lib/invoices/serializers";
import { expectLink } from "./forms";

const amounts = { taxable: 952.38, cgst: 23.81, sgst: 23.81, igst: 0, total: 1000 };
const line = { name: "मोतीचूर लड्डू", hsn: "2106", quantity: 2, rate: 5, ...amounts };
const document = {
  date: "2026-11-22",
  issuedAt: "2026-11-22T10:00:00.000Z",
  buyer: { name: "Asha Rao", address: "12 Marine Drive" },
  company: null,
};
const invoice: Invoice = {
  kind: "tax_invoice",
  ...document,
  number: "INV/26-27/000001",
  lines: [line],
  totals: amounts,
  seller: {
    legalName: "Mithaas Sweets Private Limited",
    address: "12 Sweet Street, Mumbai",
    state: { code: "27", name: "Maharashtra" },
    gstin: "27AAPFU0939F1ZV",
    fssai: "10012022000123",
    phone: "+91 22 5550 1985",
    email: "hello@mithaas.example",
  },
  order: { id: 7, date: "2026-11-21", channel: "web", method: "delivery" },
  placeOfSupply: { code: "27", name: "Maharashtra" },
  interState: false,
  creditNotes: [
    {
      ...document,
      number: "CRN/26-27/000001",
      lines: [{ ...line, quantity: null }],
      totals: amounts,
      total: 1000,
      reason: "Damaged",
    },
  ],
  earlier: [],
};

test("a licence and a phone that were samples when a document was issued are marked on it", () => {
  const seller = { ...invoice.seller, sampleFssai: true, samplePhone: true };
  render(<OrderDocuments documents={allPrinted({ ...invoice, creditNotes: [], seller })} pdf="/invoice.pdf" />);
  expect(screen.getByText("FSSAI licence 10012022000123 (sample)")).toBeVisible();
  expect(screen.getByText("+91 22 5550 1985 (sample) · hello@mithaas.example")).toBeVisible();
});

test("an invoice says what the law asks for, and each document has a link to its PDF", () => {
  render(<OrderDocuments documents={allPrinted(invoice)} pdf="/api/orders/7/invoice.pdf" />);
  expect(screen.getByRole("heading", { level: 1, name: "Tax invoice" })).toBeVisible();
  const [first, second] = screen.getAllByRole("article") as [HTMLElement, HTMLElement];
  for (const text of [
    "Mithaas Sweets Private Limited",
    "GSTIN 27AAPFU0939F1ZV",
    "FSSAI licence 10012022000123",
    "INV/26-27/000001",
    "22 Nov 2026",
    "Asha Rao",
    "12 Marine Drive",
    "Maharashtra (27)",
    "Rupees one thousand only",
    "₹1,000.00",
  ])
    expect(within(first).getByText(text)).toBeVisible();
  const row = within(first).getByRole("row", { name: /मोतीचूर लड्डू/ });
  expect(
    within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual([
    "मोतीचूर लड्डूHSN 2106 · 2 pcs · Taxable 952.38 · CGST 2.5 % 23.81 · SGST 2.5 % 23.81",
    "2106",
    "2",
    "952.38",
    "23.812.5 %",
    "23.812.5 %",
    "1,000.00",
  ]);
  expect(within(second).getByText("Tax invoice INV/26-27/000001 of 22 Nov 2026")).toBeVisible();
  expect(within(second).getByText("Reason: Damaged")).toBeVisible();
  expectLink("Tax invoice INV/26-27/000001 (PDF)", "/api/orders/7/invoice.pdf");
  expectLink("Credit note CRN/26-27/000001 (PDF)", "/api/orders/7/invoice.pdf?number=CRN%2F26-27%2F000001");
});

test("IGST stands alone, and a bill of supply has no tax", () => {
  const { rerender } = render(
    <OrderDocuments documents={allPrinted({ ...invoice, interState: true, creditNotes: [] })} pdf="/pdf" />,
  );
  const heads = () => screen.getAllByRole("columnheader").map((head) => head.textContent);
  expect(heads()).toEqual(["Description", "HSN", "Quantity", "Taxable", "IGST", "Total ₹"]);
  rerender(
    <OrderDocuments documents={allPrinted({ ...invoice, kind: "bill_of_supply", creditNotes: [] })} pdf="/pdf" />,
  );
  expect(screen.getByRole("heading", { name: "Bill of supply" })).toBeVisible();
  expect(heads()).toEqual(["Description", "HSN", "Quantity", "Total ₹"]);
});

test("sweets without a rate are named, a few of each code", () => {
  const { rerender, container } = render(
    <RateWarnings codes={[{ hsn: "0813", names: ["A", "B", "C", "D", "E", "F", "G"] }]} />,
  );
  expect(screen.getByRole("region", { name: /no rate/ })).toHaveTextContent("HSN 0813: A, B, C, D, E and 2 more");
  rerender(<RateWarnings codes={[]} />);
  expect(container).toBeEmptyDOMElement();
});
