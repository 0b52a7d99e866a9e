"use client";

import { useRouter } from "next/navigation";
import { type MouseEvent, type ReactNode, useEffect, useState, useTransition } from "react";
import { isShopThere } from "@/components/ui/is-shop-there";
import { useShowPending } from "@/components/ui/use-show-pending";
import type { Listing, listingHref } from "@/lib/catalogue/constants";
import { DayChoice } from "./day-choice";
import { sayListingFailed } from "./listing-failed";
import { ListingForm } from "./listing-form";

/** Skeletons are shown only for a list that takes longer than this to load. */
const SKELETON_AFTER_MS = 100;
const SKELETONS = [1, 2, 3, 4, 5, 6, 7, 8];

type ListingFrameProps = {
  listing: Listing;
  title: string;
  hasDays: boolean;
  /** "61 sweets found (1/6)", announced when the list has changed. */
  summary: string;
  children: ReactNode;
};

export function ListingFrame({ listing, title, hasDays, summary, children }: ListingFrameProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const loading = useShowPending(pending, SKELETON_AFTER_MS);
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    // A live region announces only what changes after it was mounted.
    const timer = setTimeout(() => setAnnouncement(summary), 150);
    return () => clearTimeout(timer);
  }, [summary]);

  function onNavigate(href: string, replace: boolean) {
    void ifReachable(() => {
      startTransition(() =>
        router[replace ? "replace" : "push"](href as ReturnType<typeof listingHref>, { scroll: false }),
      );
    });
  }

  /** Navigates links to other pages of the list inside the transition too, so that they show skeletons. */
  function onClickCapture(event: MouseEvent<HTMLElement>) {
    const link = (event.target as Element).closest<HTMLAnchorElement>("nav a[href], a[data-listing]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const href = (link.pathname + link.search) as ReturnType<typeof listingHref>;
    void ifReachable(() => startTransition(() => router.push(href)));
  }

  return (
    <>
      <div className="shop flex flex-wrap items-center justify-between gap-x-4 pt-4 sm:pt-9 lg:pt-14 mb-3 sm:mb-6 lg:mb-8">
        <h1 className="text-d3 sm:text-d2 min-w-0">{title}</h1>
        {hasDays && (
          <div className="w-44 sm:w-64 max-w-full min-h-12">
            <DayChoice />
          </div>
        )}
        <p className="basis-full text-muted text-sm sm:text-lg mt-1 sm:mt-2">
          Made in small batches, packed when you order.
        </p>
      </div>
      <ListingForm listing={listing} onNavigate={onNavigate} />
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

/** Without a connection the browser would leave the list, and what was typed, for the page that says so: a toast says it instead. */
async function ifReachable(navigate: () => void): Promise<void> {
  if (navigator.onLine || (await isShopThere())) navigate();
  else sayListingFailed();
}

function SkeletonCard() {
  return (
    <div className="pcard" aria-hidden="true">
      <div className="photo aspect-square skeleton" />
      <div className="body gap-2.5">
        <div className="skeleton h-6 w-3/4" />
        <div className="skeleton h-4 w-full" />
        <div className="skeleton h-4 w-2/3" />
        <div className="skeleton h-11 w-full mt-3" />
      </div>
    </div>
  );
}
