"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import Link from "next/link";
import type { ComponentProps } from "react";
import { type PackChoice, packHref } from "@/lib/catalogue/packs";
import { useChosenPack } from "./stock-store";

type ProductLinkProps = Pick<ComponentProps<"a">, "className" | "tabIndex" | "aria-hidden" | "children"> & {
  id: number;
  slug: string;
  packs?: PackChoice[];
  prefetch?: false;
};

/** A link from a card to the sweet's page, with the pack that is chosen on the card. */
export function ProductLink({ id, slug, packs, ...props }: ProductLinkProps) {
  return <Link {...props} href={packHref(slug, useChosenPack(id, packs))} />;
}
