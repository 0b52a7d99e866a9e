import type { ErrorExtra, ShortLine } from "./errors";

/** The lines of `items`, which with `stale_version` are ids of sweets instead. */
export const shortLinesIn = ({ items = [] }: Pick<ErrorExtra, "items">): ShortLine[] =>
  items.flatMap((item: ShortLine | number) => (typeof item === "number" ? [] : [item]));
