import type { Metadata } from "next";
import { PageNotFound } from "@/components/layout/page-not-found";

export const metadata: Metadata = { title: "Page not found" };

/** A page of the admin area that asked for something that is not there; the header stays. */
export default PageNotFound;
