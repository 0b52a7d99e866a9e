"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import type { ComponentProps } from "react";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { type PackChoice, packHref } from "@/lib/catalogue/packs";
import { useChosenPack } from "./stock-store";

type ProductLinkProps = Pick<ComponentProps<"a">, "className" | "tabIndex" | "aria-hidden" | "children"> & {
  id: number;
  slug: string;
  packs?: PackChoice[];
};

/**
 * A link from a card to the sweet's page, with the pack that is chosen on the card. Prefetching what is in view would load the code of
 * a sweet's page on every list.
 */
export function ProductLink({ id, slug, packs, ...props }: ProductLinkProps) {
  return <HoverPrefetchLink {...props} href={packHref(slug, useChosenPack(id, packs))} />;
}
