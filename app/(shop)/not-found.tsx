import type { Metadata } from "next";
import { PageNotFound } from "@/components/parts";

export const metadata: Metadata = { title: "Page not found" };

/** For a shop page that calls notFound(); header and footer stay. */
export default PageNotFound;
