/** The symbols in public/icons.svg: add one there (24 × 24, 1.6 stroke, Lucide) before naming it here. */
export type IconName =
  | "arrow-right"
  | "award"
  | "badge-check"
  | "ban"
  | "bell"
  | "bell-off"
  | "boxes"
  | "chart-column"
  | "check"
  | "chef-hat"
  | "chevron-left"
  | "chevron-right"
  | "circle-alert"
  | "circle-check"
  | "clipboard-list"
  | "clock"
  | "copy"
  | "eye"
  | "eye-off"
  | "facebook"
  | "flame"
  | "gift"
  | "hand-heart"
  | "heart"
  | "image"
  | "indian-rupee"
  | "info"
  | "instagram"
  | "layout-dashboard"
  | "leaf"
  | "mail"
  | "map-pin"
  | "package"
  | "pencil"
  | "phone"
  | "plus"
  | "printer"
  | "refresh-cw"
  | "scale"
  | "scroll-text"
  | "search"
  | "settings"
  | "shopping-bag"
  | "snowflake"
  | "sprout"
  | "store"
  | "sunrise"
  | "trash-2"
  | "triangle-alert"
  | "truck"
  | "user"
  | "users"
  | "wheat"
  | "x"
  | "x-social"
  | "youtube";

/**
 * A line icon in the text's colour, 20 px by default; decoration without a `label`, its accessible name. It refers to one cached sprite, so
 * it adds no JavaScript.
 */
export const Icon = ({ name, className = "size-5", label }: { name: IconName; className?: string; label?: string }) => (
  <svg className={className} role={label && "img"} aria-label={label} aria-hidden={label ? undefined : true}>
    <use href={`/icons.svg#${name}`} />
  </svg>
);
