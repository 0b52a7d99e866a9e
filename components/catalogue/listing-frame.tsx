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
import { SkeletonCard } from "@/components/ui/skeleton-card";
import { categories, defaultSort, type Listing, listingHref, RELEVANCE, sorts } from "@/lib/catalogue/constants";

/** Milliseconds after the last key before a search begins (specification §2). */
const DEBOUNCE_MS = 300;
/** What is there sooner than this is not preceded by skeletons. */
const SKELETON_AFTER_MS = 100;
const SKELETONS = Array.from({ length: 8 }, (_, index) => `skeleton-${index}`);

// Each view is a page of its own with a form of its own: the focus, and what was typed and not yet sent, move over to it.
const carried: { focus?: string; text?: string } = {};

type ListingFrameProps = {
  listing: Listing;
  /** "61 sweets found (1/6)": read aloud when the list has changed. */
  summary: string;
  children: ReactNode;
};

/** Search, filter and sort, and the list under them. A plain GET form; with JavaScript it follows what is typed and chosen. */
export function ListingFrame({ listing, summary, children }: ListingFrameProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [slow, setSlow] = useState(false);
  const [said, setSaid] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(listing.search ?? "");
  const id = useId();
  /** What the selector shows: the truth about the list under it. */
  const sortedBy = listing.ranked ? RELEVANCE : listing.sort;

  /** Goes to what the form says now, on the first page of it, after the search or another field has changed. */
  function follow(changed?: "search" | "sort") {
    clearTimeout(timer.current);
    if (!form.current) return;
    const chosen = Object.fromEntries(new FormData(form.current)) as Record<string, string>;
    const search = (chosen.search ?? "").trim();
    const byRelevance = chosen.sort === RELEVANCE;
    const href = listingHref({
      search,
      // A sort that nobody chose leaves a search by how well it matches.
      ranked: byRelevance || (changed !== "sort" && !listing.search),
      category: chosen.category as Listing["category"],
      sort: byRelevance ? defaultSort : (chosen.sort as Listing["sort"]),
      featured: listing.featured,
    });
    // One search is one step back, however long it was typed at.
    const refined = changed === "search" && search !== "" && sent.current !== "";
    sent.current = search;
    startTransition(() => router[refined ? "replace" : "push"](href, { scroll: false }));
  }

  function onType() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (form.current && searchOf(form.current).value.trim() !== sent.current) follow("search");
    }, DEBOUNCE_MS);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    follow();
  }

  function onChange(event: ChangeEvent<HTMLSelectElement>) {
    if (event.target.form) follow(event.target.name === "sort" ? "sort" : undefined);
  }

  /** Steps from page to page show skeletons too. */
  function onClickCapture(event: MouseEvent<HTMLElement>) {
    const link = (event.target as Element).closest<HTMLAnchorElement>("nav a[href], a[data-listing]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    startTransition(() => router.push((link.pathname + link.search) as ReturnType<typeof listingHref>));
  }

  useLayoutEffect(() => {
    const here = form.current;
    if (!here) return;
    const { focus, text } = carried;
    carried.focus = carried.text = undefined;
    const search = searchOf(here);
    if (focus) (here.elements.namedItem(focus) as HTMLElement | null)?.focus({ preventScroll: true });
    if (text !== undefined) {
      search.value = text;
      onType();
    }
    return () => {
      clearTimeout(timer.current);
      const active = document.activeElement;
      if (here.contains(active)) carried.focus = (active as HTMLInputElement).name;
      if (search.value.trim() !== sent.current) carried.text = search.value;
    };
  }, []);

  useEffect(() => {
    // What was chosen or typed before the page was alive.
    if (!form.current) return;
    const chosen = new FormData(form.current);
    if (chosen.get("sort") !== sortedBy) follow("sort");
    else if (chosen.get("category") !== listing.category) follow();
    else onType();
  }, []);

  useEffect(() => {
    // A live region speaks of what changes after it is there.
    const later = setTimeout(() => setSaid(summary), 150);
    return () => clearTimeout(later);
  }, [summary]);

  useEffect(() => {
    if (!pending) return setSlow(false);
    const later = setTimeout(() => setSlow(true), SKELETON_AFTER_MS);
    return () => clearTimeout(later);
  }, [pending]);

  const loading = pending && slow;
  const shown = categories.some((name) => name === listing.category) || listing.category === "ALL";
  return (
    <>
      <form ref={form} role="search" action="/products" onSubmit={onSubmit} className="shop pb-6 lg:pb-8">
        {listing.featured && <input type="hidden" name="featured" value="true" />}
        {/* Without JavaScript the form sends its sort along, chosen or not: a search that it begins is by relevance then. */}
        {!listing.search && listing.sort === defaultSort && <input type="hidden" name="unsorted" value={defaultSort} />}
        <div className="grid gap-3 lg:grid-cols-[1fr_16rem_16rem]">
          <div className="input-icon">
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
              {!shown && <option>{listing.category}</option>}
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
        {loading ? "Loading..." : said}
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

const searchOf = (form: HTMLFormElement) => form.elements.namedItem("search") as HTMLInputElement;
