"use client";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";

/** Copies a text. `name`: what it is, such as "UPI ID". Hidden without JavaScript. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(`${name} copied`);
    } catch {
      toast.info(`Please select and copy the ${name}`);
    }
  }
  return (
    <span data-for="visitor customer admin">
      <Button kind="ghost" onClick={copy}>
        <Icon name="copy" />
        Copy {name}
      </Button>
    </span>
  );
}
