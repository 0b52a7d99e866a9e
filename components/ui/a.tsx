import type { Route } from "next";
import type { ComponentProps } from "react";

/** A plain link to a page of the shop, which SoftLinks follows without loading the page anew. */
export const A = (props: Omit<ComponentProps<"a">, "href" | "target" | "download"> & { href: Route }) => (
  <a data-soft="" {...props} />
);
