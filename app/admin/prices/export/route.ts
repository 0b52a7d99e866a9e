import { z } from "zod";
import { adminGet } from "@/app/admin/admin-response";
import { recordView } from "@/lib/auth/audit-log";
import { listPrices } from "@/lib/catalogue/price-queries";
import type { PriceRow } from "@/lib/catalogue/price-responses";
import { shopNow } from "@/lib/clock";
import { type CsvColumns, csvLines, csvResponse } from "@/lib/csv";
import { indiaDay } from "@/lib/dates";

const columns: CsvColumns<PriceRow> = [
  ["productId", ({ productId }) => productId],
  ["packId", ({ packId }) => packId],
  ["name", ({ name }) => name],
  ["label", ({ label }) => label],
  ["price", ({ price }) => price],
  ["active", ({ active }) => String(active)],
];

export const GET = adminGet(["sweets:read"], z.object({}), async (admin) => {
  await recordView(admin, { noun: "sweets", nounId: null, text: "exported the prices" });
  return csvResponse(`prices-${indiaDay(shopNow())}.csv`, csvLines(columns, await listPrices(admin)));
});
