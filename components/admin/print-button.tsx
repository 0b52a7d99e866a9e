"use client";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Opens the browser's print dialog. Without JavaScript the browser's own menu does. */
export function PrintButton() {
  return (
    <Button data-for="visitor customer admin" onClick={() => window.print()}>
      <Icon name="printer" />
      Print
    </Button>
  );
}
