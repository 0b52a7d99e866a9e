import type { Metadata } from "next";
import { PageNotFound } from "@/components/layout/page-not-found";

export const metadata: Metadata = { title: "Page not found" };

/** A shop page that asked for something that is not there; header and footer stay. */
export default PageNotFound;
