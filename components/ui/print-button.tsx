"use client";

import { Button, type ButtonKind } from "./button";
import { Icon } from "./icon";

/** Opens the browser's print dialog. Hidden without JavaScript, where the browser's own menu does it. */
export function PrintButton({ kind }: { kind?: ButtonKind }) {
  return (
    <Button kind={kind} data-scripted="" onClick={() => window.print()}>
      <Icon name="printer" />
      Print
    </Button>
  );
}
