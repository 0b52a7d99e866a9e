"use client";

import { useShownDay, useStock } from "@/components/stock/stock-store";
import { Badge } from "@/components/ui/badge";
import { availabilityOf } from "@/lib/catalogue/packs";
import { addDays, formatShortDate } from "@/lib/dates";
import type { Live } from "./card";

/*
 * What the page of a sweet says of its stock, beyond what its card says.
 */

/** 'Low Stock' or 'Out of Stock', kept up to date; nothing while there is enough. */
export function StockBadge({ id, quantity, packs }: Live) {
  const { stock, nextDay, day } = useStock(id, quantity, packs);
  const availability = availabilityOf(stock);
  // Beside it stands what is said of the day.
  if (availability === "enough" || (nextDay && !day)) return null;
  return availability === "low" ? <Badge tone="warning">Low Stock</Badge> : <Badge tone="danger">Out of Stock</Badge>;
}

/** Until when a sweet keeps that is bought for the chosen day. `today`: when the page was made. */
export function BestBefore({
  id,
  quantity,
  packs,
  today,
  shelfLifeDays,
}: Live & { today: string; shelfLifeDays: number }) {
  const { nextDay } = useStock(id, quantity, packs);
  const shown = useShownDay();
  // Of what is sold out, the day for which it can be ordered.
  const from = shown.day || nextDay || shown.today || today;
  return <span>Best before {formatShortDate(addDays(from, shelfLifeDays))}</span>;
}
