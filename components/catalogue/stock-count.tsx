"use client";

import { useStock } from "./stock";

/** "Quantity Available: 24", kept up to date. */
export function StockCount({ id, quantity, className }: { id: number; quantity: number; className?: string }) {
  return (
    <span className={className}>
      Quantity Available: <b className="num font-semibold text-foreground">{useStock(id, quantity)}</b>
    </span>
  );
}
