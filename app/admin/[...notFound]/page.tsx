import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Page not found" };

/** Shows the not-found page below the header of the admin area for every other path in it. */
export default function UnknownPage() {
  notFound();
}
