"use client";

import { Button } from "@/components/ui/button";

type SelectUnpackedProps = { group: string; count: number; label: string };

/** Ticks all orders of a group that are not packed. */
export function SelectUnpacked({ group, count, label }: SelectUnpackedProps) {
  function select() {
    const boxes = document.getElementById(group)?.querySelectorAll<HTMLInputElement>("input[data-unpacked]") ?? [];
    for (const box of boxes) box.checked = true;
    document.dispatchEvent(new Event("change"));
  }
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
