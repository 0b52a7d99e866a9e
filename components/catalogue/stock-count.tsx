"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { useViewer } from "@/components/layout/viewer-store";
import { useStock } from "./stock-store";

/** "Quantity Available: 24", kept up to date. Admins see 'Admin view' instead (AdminView). */
export function StockCount({ id, quantity, className }: { id: number; quantity: number; className?: string }) {
  const stock = useStock(id, quantity);
  if (useViewer().role === "admin") return null;
  return (
    <span className={className}>
      Quantity Available: <b className="num font-semibold text-foreground">{stock}</b>
    </span>
  );
}
