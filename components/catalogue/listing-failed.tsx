import type { ReactNode } from "react";
import { PageError } from "@/components/ui/page-error";
import { FailedToast } from "./failed-toast";

const FAILED = "Failed to fetch products";

/** In place of the listing when it could not be read. */
export function ListingFailed({ action }: { action?: ReactNode }) {
  return (
    <div className="shop py-section">
      <PageError action={action}>{FAILED}</PageError>
      <FailedToast message={FAILED} />
    </div>
  );
}
