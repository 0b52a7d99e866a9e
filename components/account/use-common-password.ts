"use client";

import { type ChangeEventHandler, useRef, useState } from "react";

const WARNING = "Many people use this password, so it is easy to guess. You may still use it.";

/** Adds to a password field the warning of a common password, which is accepted all the same (decisions §2). */
export function useCommonPassword<P extends { onChange: ChangeEventHandler<HTMLInputElement> }>(field: P) {
  const [isCommon, setIsCommon] = useState(false);
  const latest = useRef("");
  const onChange: ChangeEventHandler<HTMLInputElement> = async (event) => {
    const typed = event.target.value.toLowerCase();
    latest.current = typed;
    field.onChange(event);
    const { default: common } = await import("@/lib/accounts/common-passwords.json");
    if (latest.current === typed) setIsCommon(common.includes(typed));
  };
  return { ...field, onChange, hint: isCommon ? WARNING : undefined };
}
