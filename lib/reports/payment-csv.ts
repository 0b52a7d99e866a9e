import { type CsvColumns, momentCell } from "@/lib/csv";
import { indiaMoment } from "@/lib/dates";
import type { ListedPayment } from "./payment-queries";

export const paymentListColumns: CsvColumns<ListedPayment> = [
  ["At (India)", ({ at }) => momentCell(indiaMoment(at))],
  ["Order", ({ orderId }) => orderId],
  ["Method", ({ method }) => method],
  ["State", ({ state }) => state],
  ["Amount (rupees)", ({ amount }) => amount],
  ["Reference", ({ reference }) => reference],
  ["Fee (rupees)", ({ fee }) => fee],
  ["By", ({ by }) => by],
];
