"use client";

import { useEffect } from "react";
import { toast } from "@/components/ui/toast";

/** Shows a toast once when mounted, beside an error that the page itself shows. */
export function ErrorToast({ message }: { message: string }) {
  useEffect(() => toast.error(message, { title: "Error" }), [message]);
  return null;
}
