import type { Metadata } from "next";
import { Missing } from "@/components/layout/missing";

export const metadata: Metadata = { title: "Page not found" };

/** A shop page that asked for something that is not there; header and footer stay. */
export default Missing;
