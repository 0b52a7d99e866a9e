import { toast } from "@/components/ui/toast";

/** Apart from listing-error.tsx, so that a list loads no code of its error page. */
export const LISTING_FAILED = "Failed to fetch products";

export const sayListingFailed = () => toast.error(LISTING_FAILED, { title: "Error" });
