"use client";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Opens the browser's print dialog. Hidden without JavaScript, where the browser's own menu does it. */
export function PrintButton() {
  return (
    <span data-for="visitor customer admin">
      <Button kind="outline" onClick={() => window.print()}>
        <Icon name="printer" />
        Print
      </Button>
    </span>
  );
}
