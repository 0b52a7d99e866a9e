import type { Metadata } from "next";
import { Missing } from "@/components/layout/missing";

export const metadata: Metadata = { title: "Page not found" };

/** A private page that asked for something that is not there, such as another person's order; header and footer stay. */
export default Missing;
