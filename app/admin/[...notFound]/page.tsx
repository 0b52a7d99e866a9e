import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Page not found" };

/** A path of the admin area that leads nowhere: said under the area's header, as for an order that is not there. */
export default function MissingPage() {
  notFound();
}
