"use client";

import type { ReactNode } from "react";
import { Button, type ButtonKind } from "./button";
import { Icon } from "./icon";
import { toast } from "./toast";

type CopyButtonProps = {
  text: string;
  kind?: ButtonKind;
  /** The toast when it is copied, and the one that asks to copy it by hand where the browser does not allow it. */
  copied: string;
  failed: string;
  onFailure?: () => void;
  children: ReactNode;
};

/** Copies a text to the clipboard. Hidden without JavaScript: the text stands on the page. */
export function CopyButton({ text, kind = "outline", copied, failed, onFailure, children }: CopyButtonProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(copied);
    } catch {
      onFailure?.();
      toast.info(failed);
    }
  }
  return (
    <Button kind={kind} data-scripted="" onClick={copy}>
      <Icon name="copy" />
      {children}
    </Button>
  );
}
