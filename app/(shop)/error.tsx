"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { usePathname } from "next/navigation";
import { errorPage } from "@/components/layout/error-page";

const ListingError = errorPage(() => import("@/components/catalogue/listing-error").then((code) => code.ListingError));
const UnexpectedError = errorPage(() =>
  import("@/components/layout/unexpected-error").then((code) => code.UnexpectedError),
);

/** For an error in a shop page; header and footer stay. */
export default function ShopError(props: { error: Error; reset: () => void }) {
  return usePathname() === "/products" ? <ListingError {...props} /> : <UnexpectedError {...props} />;
}
