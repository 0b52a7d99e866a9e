// What the owner's addresses and forms become before any rule sees them.
import { expect, test } from "vitest";
import { auditQuery } from "@/lib/audit/schema";
import { sweetFields } from "@/lib/catalogue/multipart";
import { adminListQuery, quickEditForm, updateSweetInput } from "@/lib/catalogue/schema";
import { correctionForm } from "@/lib/orders/schema";
import { salesQuery } from "@/lib/reports/schema";
import { pageQuery } from "@/lib/text";

test("unknown values in an address fall back to the default", () => {
  expect(adminListQuery.parse({ pageSize: "5", page: "1e300", stock: "x", search: "a\0" })).toEqual({
    pageSize: 20,
    page: 1,
    stock: "",
    search: "",
    category: "ALL",
    sort: "createdAt:desc",
  });
  for (const page of ["1e300", "0", "-1", "2.5", "x", "", undefined])
    expect(pageQuery.parse({ page })).toEqual({ page: 1 });
  expect(pageQuery.parse({ page: "7" })).toEqual({ page: 7 });
});

test("an id of the audit log is the same in every way to write it", () => {
  const idOf = (nounId: string) => auditQuery.parse({ noun: "orders", nounId }).nounId;
  expect(["12", "012", "०१२", "0", "tax", "2026-11-27"].map(idOf)).toEqual([
    "12",
    "12",
    "12",
    "0",
    "tax",
    "2026-11-27",
  ]);
});

test("line ends of a correction count once and are as typed; what is not sent stays out", () => {
  const parsed = correctionForm.parse({ id: "1", deliveryAddress: `${"a".repeat(498)}\r\nb`, internalNote: "x\r\ny" });
  expect(parsed).toEqual({ id: 1, deliveryAddress: `${"a".repeat(498)}\nb`, internalNote: "x\ny" });
  expect(correctionForm.safeParse({ id: "1", recipientName: " " }).error?.issues[0]?.message).toBe(
    "Please fill required delivery details.",
  );
});

test("a sweet's texts sent as multipart stay as they were sent", () => {
  expect(sweetFields({ description: "a\r\nb\nc", details: '{"storage":"x"}' })).toEqual({
    description: "a\r\nb\nc",
    details: { storage: "x" },
  });
});

test("what is wrong is said in the owner's words", () => {
  const said = (parsed: { error?: { issues: { message: string }[] } }) =>
    parsed.error?.issues.map((issue) => issue.message);
  expect(said(salesQuery.safeParse({ from: "2024-01-01" }))).toEqual(["Please choose both From and To"]);
  expect(said(salesQuery.safeParse({ from: "x", to: "2024-01-01" }))).toEqual(["Please enter a valid date"]);
  expect(said(updateSweetInput.safeParse({ details: { netWeightGrams: 0, shelfLifeDays: 1.5 } }))).toEqual([
    "Net weight must be 1 g or more",
    "Shelf life must be in whole days",
  ]);
});

test("stock above the limit stays when it is not touched, and cannot be typed", () => {
  const form = { id: "1", packs: "[]", version: "1", stockWas: "150000" };
  expect(quickEditForm.safeParse({ ...form, stock: "150000" }).success).toBe(true);
  expect(quickEditForm.safeParse({ ...form, stock: "150001" }).error?.issues).toMatchObject([
    { path: ["stock"], message: "Quantity must be 1,00,000 or less" },
  ]);
  expect(quickEditForm.safeParse({ ...form, stock: "-1" }).error?.issues).toMatchObject([
    { path: ["stock"], message: "Quantity must be 0 or greater" },
  ]);
});
