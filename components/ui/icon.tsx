"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.
/** The symbols in public/icons.svg: add one there (24 × 24, 1.6 stroke, Lucide) before naming it here. */
export type IconName =
  | "arrow-left"
  | "arrow-right"
  | "award"
  | "badge-check"
  | "ban"
  | "boxes"
  | "calendar"
  | "chart-column"
  | "check"
  | "chef-hat"
  | "chevron-down"
  | "chevron-left"
  | "chevron-right"
  | "chevron-up"
  | "circle-alert"
  | "circle-check"
  | "clipboard-list"
  | "clock"
  | "copy"
  | "external-link"
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
  | "key-round"
  | "layout-dashboard"
  | "leaf"
  | "list-filter"
  | "lock"
  | "log-out"
  | "mail"
  | "map-pin"
  | "menu"
  | "minus"
  | "moon"
  | "package"
  | "panel-right"
  | "pencil"
  | "phone"
  | "plus"
  | "printer"
  | "refresh-cw"
  | "rotate-ccw"
  | "scale"
  | "scroll-text"
  | "search"
  | "settings"
  | "shopping-bag"
  | "snowflake"
  | "sprout"
  | "store"
  | "sun"
  | "sunrise"
  | "trash-2"
  | "trending-up"
  | "triangle-alert"
  | "truck"
  | "upload"
  | "user"
  | "users"
  | "wheat"
  | "wifi-off"
  | "x"
  | "x-social"
  | "youtube";

type IconProps = {
  name: IconName;
  className?: string;
  /** The accessible name; without it the icon is decoration. */
  label?: string;
};

/** A line icon in the text's colour, 20 px by default. It refers to one cached sprite, so it adds no JavaScript. */
export function Icon({ name, className = "size-5", label }: IconProps) {
  return label ? (
    <svg className={className} role="img" aria-label={label}>
      <use href={`/icons.svg#${name}`} />
    </svg>
  ) : (
    <svg className={className} aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
