import type { Metadata } from "next";
import { PageNotFound } from "@/components/layout/page-not-found";

export const metadata: Metadata = { title: "Page not found" };

/** Shown between header and footer when a private page does not exist, such as another person's order. */
export default PageNotFound;
