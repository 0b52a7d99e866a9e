// The reports for the GST return as tables. What is in them: tests/domain/invoice-reports.test.ts; the files: gst-files.test.ts there.
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FileReport, SHOWN } from "@/components/admin/reports/reports";
import { companyColumns, seriesColumns, summaryColumns } from "@/lib/invoices/gst-csv";
import type { CompanyDocument, GstRow } from "@/lib/invoices/gst-queries";
import { expectLink, rowsOf } from "./forms";

const invoice: GstRow = {
  ...{ month: "2026-11", document: "invoice", buyer: "B2B", placeOfSupply: "27-Maharashtra", hsn: "0406" },
  ...{ unit: "KGS", quantity: 1.25, rate: 5, taxable: 1142.86, cgst: 28.57, sgst: 28.57, igst: 0, total: 1200 },
};
const note: GstRow = {
  ...{ ...invoice, document: "credit_note", buyer: "B2C", placeOfSupply: null, unit: "NOS", quantity: -2 },
  ...{ taxable: -0.1, cgst: 0, sgst: 0, igst: -0.2, total: -0.3 },
};
const company = (at: number): CompanyDocument => ({
  ...{ gstin: "29AAGCB7383J1Z4", name: "Acme Gifts", document: "invoice", number: `INV/26-27/${at}` },
  ...{ date: "2026-11-26", value: 0.1, taxable: 0.1, cgst: 0, sgst: 0, igst: 0 },
});

test("the summary has the columns of its file, negative credit notes, and totals to the paisa", () => {
  render(
    <FileReport title="Summary" file="/file" columns={summaryColumns} rows={[invoice, note, { ...note }]} totals />,
  );
  expect(rowsOf("Summary").map((cells) => cells.join(" | "))).toEqual([
    "Month | Document | Buyer | Place of supply | HSN | Unit | Quantity | Rate (%) | Taxable value | CGST | SGST | IGST | Total",
    "2026-11 | Invoice | B2B | 27-Maharashtra | 0406 | KGS | 1.25 | 5 | ₹1,142.86 | ₹28.57 | ₹28.57 | ₹0 | ₹1,200",
    ...Array(2).fill("2026-11 | Credit note | B2C | - | 0406 | NOS | -2 | 5 | -₹0.10 | ₹0 | ₹0 | -₹0.20 | -₹0.30"),
    "Total |  |  |  |  |  |  |  | ₹1,142.66 | ₹28.57 | ₹28.57 | -₹0.40 | ₹1,199.40",
  ]);
  expectLink("Download summary", "/file");
  expect(screen.getByRole("link")).toHaveAttribute("download");
});

test("of a long list the first rows are shown, and the totals are of all", () => {
  const rows = Array.from({ length: SHOWN + 1 }, (_, at) => company(at));
  render(<FileReport title="Companies" file="/file" columns={companyColumns} rows={rows} totals />);
  const shown = rowsOf("Companies");
  expect(shown).toHaveLength(1 + SHOWN + 1);
  expect(shown[1]?.slice(3, 6)).toEqual(["INV/26-27/0", "26 Nov 2026", "₹0.10"]);
  expect(shown.at(-1)?.slice(5, 7)).toEqual(["₹10.10", "₹10.10"]);
  expect(screen.getByText("The first 100 of 101. The file has all.")).toBeVisible();
});

test("what has no money has no totals, and an empty report says so and has its file", () => {
  const series = { series: "INV", from: "INV/26-27/000001", to: "INV/26-27/001200", issued: 1200, cancelled: 0 };
  const { rerender } = render(<FileReport title="Documents" file="/file" columns={seriesColumns} rows={[series]} />);
  expect(rowsOf("Documents").slice(1)).toEqual([["INV", "INV/26-27/000001", "INV/26-27/001200", "1,200", "0"]]);
  rerender(<FileReport title="Documents" file="/file" columns={seriesColumns} rows={[]} totals />);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("Nothing in this time")).toBeVisible();
  expectLink("Download documents", "/file");
});
