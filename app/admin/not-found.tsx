import type { Metadata } from "next";
import { PageNotFound } from "@/components/layout/page-not-found";

export const metadata: Metadata = { title: "Page not found" };

/** Shown below the header when a page of the admin area does not exist. */
export default PageNotFound;
