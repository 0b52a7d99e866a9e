import type { Route } from "next";
import type { ComponentProps } from "react";

/** A plain link with a checked address, which SoftLinks follows without loading the page anew. */
export const A = (props: Omit<ComponentProps<"a">, "href"> & { href: Route }) => <a data-soft="" {...props} />;
