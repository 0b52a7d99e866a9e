/** The sections of the shop's settings: each is read, saved and versioned on its own. */
export const sections = [
  "shop",
  "areas",
  "windows",
  "pause",
  "notice",
  "payments",
  "tax",
  "messages",
  "festivals",
  "security",
] as const;
export type Section = (typeof sections)[number];

/** Sections that say when and for what the shop is open: their permission is `opening`, that of all others `settings`. */
export const openingSections: readonly Section[] = ["pause", "notice", "windows", "festivals"];

/** Kinds of a delivery area: the shop's own riders, or a courier. */
export const areaKinds = ["local", "courier"] as const;
