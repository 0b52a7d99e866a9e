"use client";

import { Suspense, useEffect, useState } from "react";
import { later } from "@/components/ui/later";
import { RegisterServiceWorker } from "./register-service-worker";
import { SoftLinks } from "./soft-links";
import { ViewerSync } from "./viewer-sync";

// In silence: without its code the field is a form, and the next focus asks for it again.
const SearchSuggestions = later(
  () => import("./search-suggestions"),
  ({ onLost }) => onLost(),
);

/** What runs beside every page, and what the header's search suggests. One component: each page names all of its own with their files. */
export function PageListeners({ isShop }: { isShop: boolean }) {
  const [field, setField] = useState<HTMLInputElement>();
  useEffect(() => {
    const look = () => {
      const { activeElement } = document;
      if (activeElement?.matches(".site-search input")) setField(activeElement as HTMLInputElement);
    };
    look(); // before hydration
    addEventListener("focusin", look);
    return () => removeEventListener("focusin", look);
  }, []);
  return (
    <>
      <ViewerSync />
      <SoftLinks />
      {isShop && <RegisterServiceWorker />}
      <Suspense>{field && <SearchSuggestions field={field} onLost={() => setField(undefined)} />}</Suspense>
    </>
  );
}
