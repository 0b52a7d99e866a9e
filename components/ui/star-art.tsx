/*
 * The star of eight katli as art, drawn in the sprite public/icons.svg; its colours are the theme's (tokens.css).
 */

/** A plate with eight dashed katli: nothing here yet. */
export function EmptyStar({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 100 100" aria-hidden="true">
      <use href="/icons.svg#star-empty" />
    </svg>
  );
}

/** A plate with seven katli and crumbs where the saffron one was: page not found. */
export function NotFoundStar({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 100 100" aria-hidden="true">
      <use href="/icons.svg#star-missing" />
    </svg>
  );
}
