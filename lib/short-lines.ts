import type { ErrorExtra, ShortItem } from "./errors";

/** The lines of `items`, which with `stale_version` are ids of sweets instead. */
export const shortLinesIn = ({ items = [] }: Pick<ErrorExtra, "items">): ShortItem[] =>
  items.flatMap((item: ShortItem | number) => (typeof item === "number" ? [] : [item]));
