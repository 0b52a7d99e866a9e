"use client";

import { type ChangeEvent, type FormEvent, useEffect, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "@/components/ui/icon";
import { categories } from "@/db/constants/catalogue";
import { MAX_SEARCH } from "@/db/constants/text";
import { defaultSort, type Listing, listingHref, RELEVANCE, sorts } from "@/lib/catalogue/constants";

/** Milliseconds after the last key before a search starts. */
const DEBOUNCE_MS = 300;

// Each listing is a page with a form of its own. The focus and unsent text of the previous form move over to the next one.
const handedOver: { focus?: string; text?: string } = {};

type ListingFormProps = { listing: Listing; onNavigate: (href: string, replace: boolean) => void };

/**
 * Search, filter and sort. A plain GET form; with JavaScript it submits itself on every change. `onNavigate` shows another listing, in
 * place of this one in the browser's history if `replace`.
 */
export function ListingForm({ listing, onNavigate }: ListingFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sentSearch = useRef(listing.search ?? "");
  const id = useId();
  const sortedBy = listing.ranked ? RELEVANCE : listing.sort;

  function navigate(changed?: "search" | "sort") {
    clearTimeout(timer.current);
    if (!form.current) return;
    const values = Object.fromEntries(new FormData(form.current)) as Record<string, string>;
    const search = (values.search ?? "").trim();
    const byRelevance = values.sort === RELEVANCE;
    const href = listingHref({
      search,
      // A new search is ranked by relevance, unless the shopper has chosen a sort.
      ranked: byRelevance || (changed !== "sort" && !listing.search),
      category: values.category as Listing["category"],
      sort: byRelevance ? defaultSort : (values.sort as Listing["sort"]),
      featured: listing.featured,
    });
    // Refining a search replaces its history entry, so that one step back leaves the search.
    const isRefined = changed === "search" && search !== "" && sentSearch.current !== "";
    sentSearch.current = search;
    onNavigate(href, isRefined);
  }

  function onType() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (form.current && searchField(form.current).value.trim() !== sentSearch.current) navigate("search");
    }, DEBOUNCE_MS);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    navigate();
  }

  function onChange(event: ChangeEvent<HTMLSelectElement>) {
    if (event.target.form) navigate(event.target.name === "sort" ? "sort" : undefined);
  }

  useLayoutEffect(() => {
    const current = form.current;
    if (!current) return;
    const { focus, text } = handedOver;
    handedOver.focus = handedOver.text = undefined;
    const search = searchField(current);
    if (focus) (current.elements.namedItem(focus) as HTMLElement | null)?.focus({ preventScroll: true });
    if (text !== undefined) {
      search.value = text;
      onType();
    }
    return () => {
      clearTimeout(timer.current);
      const active = document.activeElement;
      if (current.contains(active)) handedOver.focus = (active as HTMLInputElement).name;
      if (search.value.trim() !== sentSearch.current) handedOver.text = search.value;
    };
  }, []);

  useEffect(() => {
    // Follow what was chosen or typed before hydration.
    if (!form.current) return;
    const values = new FormData(form.current);
    if (values.get("sort") !== sortedBy) navigate("sort");
    else if (values.get("category") !== listing.category) navigate();
    else onType();
  }, []);

  const isListed = categories.some((name) => name === listing.category) || listing.category === "ALL";
  return (
    <form ref={form} role="search" action="/products" onSubmit={onSubmit} className="shop pb-4 sm:pb-6 lg:pb-8">
      {listing.featured && <input type="hidden" name="featured" value="true" />}
      {/* Without JavaScript the form always submits its sort. `unsorted` names the one that was not chosen, so that a new search is ranked by relevance. */}
      {!listing.search && listing.sort === defaultSort && <input type="hidden" name="unsorted" value={defaultSort} />}
      <div className="grid gap-2 sm:gap-3 xs:grid-cols-2 lg:grid-cols-[1fr_16rem_16rem]">
        <div className="input-icon xs:max-lg:col-span-2">
          <Icon name="search" />
          <input
            className="input"
            type="search"
            name="search"
            placeholder="Search sweets..."
            aria-label="Search sweets"
            maxLength={MAX_SEARCH}
            defaultValue={listing.search}
            onChange={onType}
            autoComplete="off"
            enterKeyHint="search"
          />
        </div>
        <div className="input-prefix" style={{ "--w": "5.6rem" } as object}>
          <label htmlFor={`${id}-category`}>Category</label>
          <select
            id={`${id}-category`}
            className="input"
            name="category"
            defaultValue={listing.category}
            onChange={onChange}
          >
            <option value="ALL">All</option>
            {categories.map((name) => (
              <option key={name}>{name}</option>
            ))}
            {!isListed && <option>{listing.category}</option>}
          </select>
        </div>
        <div className="input-prefix" style={{ "--w": "4.5rem" } as object}>
          <label htmlFor={`${id}-sort`}>Sort by</label>
          <select id={`${id}-sort`} className="input" name="sort" defaultValue={sortedBy} onChange={onChange}>
            {listing.search && <option value={RELEVANCE}>Most Relevant</option>}
            {Object.entries(sorts).map(([sort, text]) => (
              <option key={sort} value={sort}>
                {text}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div data-for="neutral" className="mt-3">
        <button type="submit" className="btn btn-primary">
          Show sweets
        </button>
      </div>
    </form>
  );
}

const searchField = (form: HTMLFormElement) => form.elements.namedItem("search") as HTMLInputElement;
