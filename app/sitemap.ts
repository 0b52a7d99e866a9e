import type { MetadataRoute } from "next";
import { categories } from "@/db/constants/catalogue";
import { isBuildPhase } from "@/lib/build-phase";
import { listingHref } from "@/lib/catalogue/constants";
import { absolute } from "@/lib/catalogue/json-ld";
import { sweetLinks } from "@/lib/catalogue/queries";
import { festivalsForPage } from "@/lib/settings/queries";
import { policy } from "@/lib/shop";

// In seconds. Changes expire pages at once, by NOTIFY; this covers a notification that was lost.
export const revalidate = 300;

/** The limit of the sitemap protocol. */
const MAX_URLS = 50_000;

const aboutPages = ["/about", "/contact", "/custom-orders", "/faq"];
const policyPages = ["/privacy", "/terms", "/cookies", "/returns"];

/** Every public page, every festival and every sweet. Lists were last modified when the newest change of a sweet was. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  if (isBuildPhase()) return [];
  const [sweets, festivals] = await Promise.all([sweetLinks(), festivalsForPage()]);
  // Times in ISO 8601 sort as text.
  const latest = sweets
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1);
  const lists = ["/home", "/products", "/categories", ...categories.map((category) => listingHref({ category }))];
  const written = new Date(policy.lastUpdated.date);
  return [
    ...lists.map((path) => ({ url: absolute(path), ...(latest && { lastModified: latest }) })),
    ...festivals.map(({ slug }) => ({ url: absolute(`/festivals/${slug}`) })),
    ...aboutPages.map((path) => ({ url: absolute(path), lastModified: written })),
    ...policyPages.map((path) => ({ url: absolute(path), lastModified: written })),
    ...sweets.map(({ slug, updatedAt }) => ({ url: absolute(`/products/${slug}`), lastModified: updatedAt })),
  ].slice(0, MAX_URLS);
}
