import type { Route } from "next";
import Link from "next/link";

type FilterLinksProps<Value extends string> = {
  /** Each filter with its text. */
  filters: readonly (readonly [Value, string])[];
  current: Value;
  hrefFor: (value: Value) => Route;
};

/** The filters of a list as links, of which one is the current. */
export function FilterLinks<Value extends string>({ filters, current, hrefFor }: FilterLinksProps<Value>) {
  return (
    <nav className="flex flex-wrap gap-2 mt-4" aria-label="Filter">
      {filters.map(([value, text]) => (
        <Link
          key={value}
          href={hrefFor(value)}
          className="chip"
          aria-current={value === current ? "true" : undefined}
          prefetch={false}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
