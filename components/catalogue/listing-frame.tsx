"use client";

import { useRouter } from "next/navigation";
import {
  type ChangeEvent,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
} from "react";
import { Icon } from "@/components/ui/icon";
import { useShowPending } from "@/components/ui/use-show-pending";
import { categories, defaultSort, type Listing, listingHref, RELEVANCE, sorts } from "@/lib/catalogue/constants";

/** Milliseconds after the last key before a search starts. */
const DEBOUNCE_MS = 300;
/** Skeletons are shown only for a list that takes longer than this to load. */
const SKELETON_AFTER_MS = 100;
const SKELETONS = [1, 2, 3, 4, 5, 6, 7, 8];

// Each listing is a page with a form of its own. The focus and unsent text of the previous form move over to the next one.
const handedOver: { focus?: string; text?: string } = {};

type ListingFrameProps = {
  listing: Listing;
  /** "61 sweets found (1/6)", announced when the list has changed. */
  summary: string;
  children: ReactNode;
};

/** Search, filter and sort, and the list below. A plain GET form; with JavaScript it submits itself on every change. */
export function ListingFrame({ listing, summary, children }: ListingFrameProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const loading = useShowPending(pending, SKELETON_AFTER_MS);
  const [announcement, setAnnouncement] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sentSearch = useRef(listing.search ?? "");
  const id = useId();
  const sortedBy = listing.ranked ? RELEVANCE : listing.sort;

  /** Navigates to the first page of the listing that the form describes. */
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
    startTransition(() => router[isRefined ? "replace" : "push"](href, { scroll: false }));
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

  /** Navigates links to other pages of the list inside the transition too, so that they show skeletons. */
  function onClickCapture(event: MouseEvent<HTMLElement>) {
    const link = (event.target as Element).closest<HTMLAnchorElement>("nav a[href], a[data-listing]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    startTransition(() => router.push((link.pathname + link.search) as ReturnType<typeof listingHref>));
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

  useEffect(() => {
    // A live region announces only what changes after it was mounted.
    const timer = setTimeout(() => setAnnouncement(summary), 150);
    return () => clearTimeout(timer);
  }, [summary]);

  const isListed = categories.some((name) => name === listing.category) || listing.category === "ALL";
  return (
    <>
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
              maxLength={200}
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
      <p role="status" className="sr-only">
        {loading ? "Loading..." : announcement}
      </p>
      <div className="shop" aria-busy={loading} onClickCapture={onClickCapture}>
        {loading && (
          <div className="tray xs:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
            {SKELETONS.map((key) => (
              <SkeletonCard key={key} />
            ))}
          </div>
        )}
        <div hidden={loading}>{children}</div>
      </div>
    </>
  );
}

const searchField = (form: HTMLFormElement) => form.elements.namedItem("search") as HTMLInputElement;

/** A placeholder with the geometry of a product card. */
function SkeletonCard() {
  return (
    <div className="pcard" aria-hidden="true">
      <div className="photo aspect-square skeleton grid place-items-center">
        <img
          src="/placeholder.svg"
          alt=""
          width="400"
          height="400"
          loading="lazy"
          className="!object-contain !w-3/5 !h-auto"
        />
      </div>
      <div className="body gap-2.5">
        <div className="skeleton h-6 w-3/4" />
        <div className="skeleton h-4 w-full" />
        <div className="skeleton h-4 w-2/3" />
        <div className="skeleton h-11 w-full mt-3" />
      </div>
    </div>
  );
}
