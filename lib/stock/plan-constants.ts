/** Bounds of plans: units of a day, units and grams of a batch, and how long before a day its orders may close, in days. */
export const planBounds = { units: 1_00_000, grams: 10_00_00_000, orderByDays: 30 } as const;

/** Characters of what a scale shows, with its unit. */
export const MAX_TYPED_AMOUNT = 16;

/** Days that one question about plans may span, and numbers that can be saved at once. */
export const MAX_PLAN_DAYS = 92;
export const MAX_SAVED_DAYS = 3_000;

/** How far ahead a day can have a number of its own, in days. */
export const MAX_DAYS_AHEAD = 730;
