/* Illustrations from the sprite public/icons.svg, in the colours of the theme (tokens.css). */

/** A star of eight dashed pieces, for empty lists. */
export function EmptyStar({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 100 100" aria-hidden="true">
      <use href="/icons.svg#star-empty" />
    </svg>
  );
}

/** The star without its saffron piece, for pages that are not found. */
export function NotFoundStar({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 100 100" aria-hidden="true">
      <use href="/icons.svg#star-missing" />
    </svg>
  );
}
