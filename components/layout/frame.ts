import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

/** Around and at the head of pages: one file, so that a touch loads them together. */
export const frame = { Breadcrumbs, SiteFooter, SiteHeader };
