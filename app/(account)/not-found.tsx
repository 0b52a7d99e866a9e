import type { Metadata } from "next";
import { PageNotFound } from "@/components/layout/page-not-found";

export const metadata: Metadata = { title: "Page not found" };

/** A private page that asked for something that is not there, such as another person's order; header and footer stay. */
export default PageNotFound;
