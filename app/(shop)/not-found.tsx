import type { Metadata } from "next";
import { PageNotFound } from "@/components/layout/page-not-found";

export const metadata: Metadata = { title: "Page not found" };

/** For a shop page that calls notFound(); header and footer stay. */
export default PageNotFound;
