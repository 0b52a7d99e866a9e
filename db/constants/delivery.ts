/** How a box reaches its customer. `delivery` is by the shop's own riders, to areas of the kind `local`. */
export const deliveryMethods = ["delivery", "courier", "pickup"] as const;
export type DeliveryMethod = (typeof deliveryMethods)[number];

/** A window has places for deliveries and, counted apart, for customers who pick up. */
export const placePools = ["delivery", "pickup"] as const;
export type PlacePool = (typeof placePools)[number];

/** A sweet travels by courier when it keeps this many days, unless the owner says otherwise. */
export const TRAVELS_FROM_DAYS = 7;

/** Hours that a cake needs, unless the owner says otherwise; other sweets need none. */
export const CAKE_PREP_HOURS = 24;
