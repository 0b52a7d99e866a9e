import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { type Listing, listingHref, sorts } from "@/lib/catalogue/constants";
import { categorySlugs, listingOf, listingOfQuery } from "@/lib/catalogue/listing";
import { rewriteUrl } from "@/server/addresses";

/** The internal path to which the address of the listing leads with a query. */
function pathOf(query: Record<string, string>): string {
  const request = { url: `/products?${new URLSearchParams(query)}`, headers: {} } as IncomingMessage;
  expect(rewriteUrl(request, {} as ServerResponse)).toBe(false);
  return new URL(request.url ?? "", "http://a").pathname;
}

describe("the listing's addresses", () => {
  it("lead to one static page for each view", () => {
    expect(pathOf({})).toBe("/listing/all/createdat-desc/1/all");
    expect(pathOf({ category: "Fresh Cakes", sort: "price:asc", page: "12", featured: "true" })).toBe(
      "/listing/cakes/price-asc/12/featured",
    );
    expect(pathOf({ category: "Gift Boxes" })).toBe("/listing/gift-boxes/createdat-desc/1/all");
    for (const category of categorySlugs.values())
      for (const sort of Object.keys(sorts))
        for (const page of ["1", "7", "999"])
          for (const featured of ["all", "featured"]) {
            const listing = listingOf([category, sort.toLowerCase().replace(":", "-"), page, featured]);
            expect(pathOf(Object.fromEntries(new URL(listingHref(listing as Listing), "http://a").searchParams))).toBe(
              `/listing/${category}/${sort.toLowerCase().replace(":", "-")}/${page}/${featured}`,
            );
          }
    expect(pathOf({ search: "kaju", category: "Cakes" })).toBe("/search");
    expect(pathOf({ search: "  " })).toBe("/listing/all/createdat-desc/1/all");
  });

  it.each([
    [{ category: "Bread" }],
    [{ sort: "name" }],
    [{ sort: "constructor" }],
    [{ page: "0" }],
    [{ page: "1e2" }],
    [{ page: "-1" }],
    [{ featured: "yes" }],
    [{ category: "constructor" }],
  ])("fall back to the default for %o", (query) => {
    expect(pathOf(query)).toBe("/listing/all/createdat-desc/1/all");
    expect(listingOfQuery(query)).toEqual(listingOfQuery({}));
  });

  it("take a page of many digits for one past the end, and no more than one of those is made", () => {
    for (const page of ["1000", "98765432109876543210"]) {
      expect(pathOf({ page })).toBe("/listing/all/createdat-desc/999/all");
      expect(listingOfQuery({ page }).page).toBe(999);
    }
  });

  it("keep a sort that was chosen for a search, the default one too", () => {
    expect(listingOfQuery({ search: "kaju" }).ranked).toBe(true);
    const newest = listingOfQuery({ search: "kaju", sort: "createdAt:desc" });
    expect(newest.ranked).toBeUndefined();
    expect(listingHref(newest)).toBe("/products?search=kaju&sort=createdAt%3Adesc");
    expect(listingHref(listingOfQuery({ search: "kaju" }))).toBe("/products?search=kaju");
    expect(listingHref({ search: "kaju", ranked: true, sort: "price:asc" })).toBe(
      "/products?search=kaju&sort=price%3Aasc",
    );
  });

  it("take the default sort for chosen only by who saw it as a choice", () => {
    const posted = { search: "kaju", unsorted: "createdAt:desc" };
    expect(listingOfQuery({ ...posted, sort: "createdAt:desc" }).ranked).toBe(true);
    expect(listingOfQuery({ ...posted, sort: "price:asc" })).toMatchObject({ ranked: undefined, sort: "price:asc" });
    expect(listingOfQuery({ search: "kaju", sort: "relevance" }).ranked).toBe(true);
  });

  it("are the same there and back", () => {
    const queries: Record<string, string>[] = [
      {},
      { category: "Sugar-Free", sort: "name:desc", page: "7" },
      { featured: "true" },
      { page: "5000" },
    ];
    for (const query of queries) {
      const listing = listingOfQuery(query);
      const path = pathOf(query);
      const [, folder, category = "", sort = "", page = "", featured = ""] = path.split("/");
      expect(folder).toBe("listing");
      expect(listingOf([category, sort, page, featured])).toEqual({ ...listing, search: undefined });
      const seen = new URLSearchParams(listingHref(listing).split("?")[1]);
      expect(listingOfQuery(Object.fromEntries(seen))).toEqual(listing);
    }
    expect(listingOf(["all", "nope", "1", "all"])).toBeNull();
    expect(listingOf(["all", "name-asc", "01", "all"])).toBeNull();
  });

  it("keep a search within what can be stored", () => {
    expect(listingOfQuery({ search: " kaju\0 " }).search).toBe("kaju");
    expect(listingOfQuery({ search: `${"a".repeat(199)}😀` }).search).toHaveLength(200);
    expect(listingOfQuery({ search: ["a", "b"] }).search).toBe("b");
  });
});
