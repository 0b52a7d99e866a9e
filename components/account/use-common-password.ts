"use client";

import { type ChangeEvent, useRef, useState } from "react";

const WARNING = "Many people use this password, so it is easy to guess. You may still use it.";

/** Props for a password field that warn of a common password. Common passwords are accepted all the same. */
export function useCommonPassword() {
  const [isCommon, setIsCommon] = useState(false);
  const latest = useRef("");

  async function onChange(event: ChangeEvent<HTMLInputElement>) {
    const typed = event.target.value.toLowerCase();
    latest.current = typed;
    // Without the list there is no hint.
    const { default: common } = await import("@/lib/people/common-passwords.json").catch(() => ({
      default: [] as string[],
    }));
    // More may have been typed while the list was loading.
    if (latest.current === typed) setIsCommon(common.includes(typed));
  }

  return { onChange, hint: isCommon ? WARNING : undefined };
}
