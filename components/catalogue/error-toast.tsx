"use client";

import { useEffect } from "react";
import { toast } from "@/components/ui/toast";

/** Says once, when it appears, what the page itself says in place of its content. */
export function ErrorToast({ message }: { message: string }) {
  useEffect(() => toast.error(message, { title: "Error" }), [message]);
  return null;
}
