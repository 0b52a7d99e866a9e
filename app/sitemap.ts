import type { MetadataRoute } from "next";
import { isBuildPhase } from "@/lib/build-phase";
import { categories, listingHref } from "@/lib/catalogue/constants";
import { absolute } from "@/lib/catalogue/json-ld";
import { sweetLinks } from "@/lib/catalogue/server";
import { policy } from "@/lib/shop";

// Seconds, in case a NOTIFY that expires the page is missed (server/page-cache).
export const revalidate = 300;

/** A sitemap holds at most so many addresses. */
const MOST = 50_000;

const ours = ["/about", "/contact", "/custom-orders", "/faq"];
const policies = ["/privacy", "/terms", "/cookies", "/returns"];

/** Every public page and every sweet. Pages made from the catalogue changed when it last did. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  if (isBuildPhase()) return [];
  const sweets = await sweetLinks();
  const latest = sweets.reduce((last, { updatedAt }) => new Date(Math.max(+last, +updatedAt)), new Date(0));
  const lists = ["/home", "/products", "/categories", ...categories.map((category) => listingHref({ category }))];
  const written = new Date(policy.lastUpdated.date);
  return [
    ...lists.map((path) => ({ url: absolute(path), ...(sweets.length > 0 && { lastModified: latest }) })),
    ...ours.map((path) => ({ url: absolute(path), lastModified: written })),
    ...policies.map((path) => ({ url: absolute(path), lastModified: written })),
    ...sweets.map(({ slug, updatedAt }) => ({ url: absolute(`/products/${slug}`), lastModified: updatedAt })),
  ].slice(0, MOST);
}
