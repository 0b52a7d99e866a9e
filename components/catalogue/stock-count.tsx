"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { useViewer } from "@/components/layout/viewer-store";
import type { PackChoice } from "@/lib/catalogue/packs";
import { ofChosenPack } from "./pack-price";
import { useStock } from "./stock-store";

type StockCountProps = { id: number; quantity: number; packs?: PackChoice[]; className?: string };

/** "Quantity Available: 24", of the chosen pack, kept up to date. Admins see 'Admin view' instead (AdminView). */
export function StockCount({ id, quantity, packs, className }: StockCountProps) {
  const stock = useStock(id, quantity, packs);
  if (useViewer().role === "admin") return null;
  return (
    <span className={className}>
      Quantity Available:{" "}
      <b className="num font-semibold text-foreground">
        {packs ? ofChosenPack(stock, ({ available }) => available) : stock.stock}
      </b>
    </span>
  );
}
