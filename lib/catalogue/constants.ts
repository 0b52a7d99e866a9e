import type { Route } from "next";
import type { Category } from "@/db/constants/catalogue";

/* What a listing can be asked for: constants that the browser needs too, so nothing heavy is imported here. */

/** A filter of the listing: a category, every sweet, or those marked as gift boxes. */
export type CategoryFilter = Category | "ALL" | "Gift Boxes";

/** Sorts of the listing with their texts; the last is the default. */
export const sorts = {
  "name:asc": "Name A-Z",
  "name:desc": "Name Z-A",
  "price:asc": "Price Low to High",
  "price:desc": "Price High to Low",
  "createdAt:desc": "Newest First",
} as const;
export type Sort = keyof typeof sorts;
/** The two parts of a sort, as the API takes them. */
export const sortParts = (sort: Sort) => sort.split(":") as ["name" | "price" | "createdAt", "asc" | "desc"];
export const defaultSort: Sort = "createdAt:desc";

/** How a search is sorted unless another sort is chosen: what matches by name first. It has no place in an address. */
export const RELEVANCE = "relevance";

/** Sweets on one page of the listing, and the API's default limit. */
export const PAGE_SIZE = 12;

/** What the listing shows. */
export type Listing = {
  search?: string;
  /** A search that no sort was chosen for: what matches best comes first. */
  ranked?: boolean;
  category: CategoryFilter;
  sort: Sort;
  page: number;
  featured: boolean;
};

/** The address of a listing as people see it, in one form only, so that caches meet. Absent parts are the defaults. */
export function listingHref({ search, ranked, category, sort, page, featured }: Partial<Listing> = {}): Route {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (category && category !== "ALL") query.set("category", category);
  if (featured) query.set("featured", "true");
  if (sort && (sort !== defaultSort || (search && !ranked))) query.set("sort", sort);
  if (page && page > 1) query.set("page", String(page));
  return (query.size > 0 ? `/products?${query}` : "/products") as Route;
}

/** Sorts of the owner's list: those of the shop, and by stock. */
export const adminSorts = { ...sorts, "stock:asc": "Stock Low to High", "stock:desc": "Stock High to Low" } as const;
export type AdminSort = keyof typeof adminSorts;
