import type { ReactNode } from "react";
import { PageError } from "@/components/ui/page-error";
import { ErrorToast } from "./error-toast";

const FAILED = "Failed to fetch products";

/** Shown in place of the listing when it could not be loaded. */
export function ListingError({ action }: { action?: ReactNode }) {
  return (
    <div className="shop py-section">
      <PageError action={action}>{FAILED}</PageError>
      <ErrorToast message={FAILED} />
    </div>
  );
}
