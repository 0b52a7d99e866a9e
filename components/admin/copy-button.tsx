"use client";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";

/** Copies a text to the clipboard. Without JavaScript it is not shown: the text stands on the page. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Text copied");
    } catch {
      toast.info("Please select the text and copy it");
    }
  }
  return (
    <Button kind="outline" data-for="visitor customer admin" onClick={copy}>
      <Icon name="copy" />
      Copy<span className="sr-only"> {what}</span>
    </Button>
  );
}
