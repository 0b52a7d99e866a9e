"use client";

import { Badge } from "@/components/ui/badge";
import { useStock } from "./stock-store";

/** Units below which a sweet is about to sell out (specification §4). */
const LOW = 5;

/** 'Low Stock' or 'Out of Stock', kept up to date; nothing while there is plenty. */
export function StockBadge({ id, quantity }: { id: number; quantity: number }) {
  const stock = useStock(id, quantity);
  if (stock >= LOW) return null;
  return stock > 0 ? <Badge tone="low">Low Stock</Badge> : <Badge tone="out">Out of Stock</Badge>;
}
