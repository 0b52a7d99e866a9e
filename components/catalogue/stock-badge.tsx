"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { Badge } from "@/components/ui/badge";
import type { PackChoice } from "@/lib/catalogue/packs";
import { useStock } from "./stock-store";

/** Stock below this many packs is low. */
const LOW_STOCK = 5;

/** 'Low Stock' or 'Out of Stock', kept up to date; nothing while there is enough. */
export function StockBadge({ id, quantity, packs }: { id: number; quantity: number; packs?: PackChoice[] }) {
  const { stock } = useStock(id, quantity, packs);
  if (stock >= LOW_STOCK) return null;
  return stock > 0 ? <Badge tone="low">Low Stock</Badge> : <Badge tone="out">Out of Stock</Badge>;
}
