import type { Metadata } from "next";
import { Missing } from "@/components/layout/missing";

export const metadata: Metadata = { title: "Page not found" };

/** A page of the admin area that asked for something that is not there; the header stays. */
export default Missing;
