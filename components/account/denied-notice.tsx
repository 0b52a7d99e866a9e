"use client";

import { useEffect, useState } from "react";
import { toast } from "@/components/ui/toast";

const DENIED = "Access denied. Admin privileges required.";

/** Explains the redirect from /admin to /login: in a toast, or in the page without JavaScript. */
export function DeniedNotice() {
  const [isShownAsToast, setIsShownAsToast] = useState(false);
  useEffect(() => {
    setIsShownAsToast(true);
    // Without the parameter in the URL a reload does not show it again.
    const url = new URL(location.href);
    if (!url.searchParams.has("denied")) return;
    url.searchParams.delete("denied");
    history.replaceState(history.state, "", url);
    toast.error(DENIED);
  }, []);

  if (isShownAsToast) return null;
  return (
    <p role="alert" data-for="neutral" className="w-full max-w-[26rem] bg-danger-soft text-danger p-3 mb-6 katli-cut">
      {DENIED}
    </p>
  );
}
