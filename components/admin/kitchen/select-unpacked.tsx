"use client";

import { tick } from "@/components/admin/orders/batch";
import { Button } from "@/components/ui/button";

type SelectUnpackedProps = { group: string; count: number; label: string };

/** Ticks all orders of a group that are not packed. */
export function SelectUnpacked({ group, count, label }: SelectUnpackedProps) {
  const select = () =>
    tick(document.getElementById(group)?.querySelectorAll<HTMLInputElement>("input[data-unpacked]") ?? []);
  return (
    <Button
      kind="outline"
      data-for="visitor customer admin"
      aria-label={`Select ${count} not packed: ${label}`}
      onClick={select}
    >
      Select {count}
    </Button>
  );
}
