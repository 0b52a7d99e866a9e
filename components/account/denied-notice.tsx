"use client";

import { useEffect, useState } from "react";
import { Notice } from "@/components/ui/notice";
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
  return <Notice tone="danger" data-for="neutral" className="w-full max-w-104 mb-6" title={DENIED} />;
}
