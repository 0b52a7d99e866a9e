import type { ReactNode } from "react";
import { PageError } from "@/components/ui/page-error";

/** In place of the listing when it could not be read. */
export function ListingFailed({ action }: { action?: ReactNode }) {
  return (
    <div className="shop py-section">
      <PageError action={action}>Failed to fetch products</PageError>
    </div>
  );
}
