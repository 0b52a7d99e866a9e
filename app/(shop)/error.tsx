"use client";

import { usePathname } from "next/navigation";
import { ListingError } from "@/components/catalogue/listing-error";
import { UnexpectedError, useRetry } from "@/components/layout/unexpected-error";

/** For an error in a shop page; header and footer stay. */
export default function ShopError({ error, reset }: { error: Error; reset: () => void }) {
  const ErrorPage = usePathname() === "/products" ? ListingError : UnexpectedError;
  return <ErrorPage reset={useRetry(error, reset)} />;
}
