"use client";

import { useState } from "react";

/** A random UUID. `crypto.randomUUID` is missing in pages without TLS. */
function randomKey(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
}

/** The key by which the server does a form's work once, as a hidden field, and a new one for the next time. */
export function useFormKey() {
  const [key, setKey] = useState(randomKey);
  return {
    // The server has rendered another one, which is as good.
    keyField: <input type="hidden" name="key" value={key} suppressHydrationWarning />,
    renewKey: () => setKey(randomKey()),
  };
}
