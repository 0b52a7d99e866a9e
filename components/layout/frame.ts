// Around and at the head of pages: one file, so that a touch loads them together.
export { Breadcrumbs } from "@/components/ui/breadcrumbs";
export { PageNotFound } from "./page-not-found";
export { SiteFooter } from "./site-footer";
export { SiteHeader } from "./site-header";
