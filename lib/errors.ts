/** Every expected failure of the shop, with its HTTP status. */
export const statusOf = {
  bad_request: 400,
  unauthorized: 401,
  second_factor: 401,
  forbidden: 403,
  second_factor_required: 403,
  permission: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  email_taken: 409,
  insufficient_stock: 409,
  hold_limit: 409,
  minimum_quantity: 409,
  order_limit: 409,
  other_day: 409,
  day_closed: 409,
  day_short: 409,
  below_promised: 409,
  above_plan: 409,
  price_changed: 409,
  unavailable: 409,
  idempotency_key_in_use: 409,
  stale_version: 409,
  slot_full: 409,
  too_late: 409,
  blocked: 409,
  below_minimum: 409,
  paused: 409,
  cod_unavailable: 409,
  overpaid: 409,
  utr_used: 409,
  last_owner: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  not_served: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  service_unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** Who is refused: a line of a cart that is held, a cart that gets another day, and an order. */
type LineRefusal = { when: string; in: readonly ("hold" | "day" | "order")[] };

// Refusals that concern a line: without it, or with fewer packs, the others would be accepted. `when` and `in` are for the API's document.
const lineRefusals = {
  insufficient_stock: {
    when: "too little is in stock, or left for the day (available, and for an order short)",
    in: ["hold", "order"],
  },
  hold_limit: {
    when: "more packs of a sweet than one address or account can hold or have unpaid (available, and for an order short)",
    in: ["hold", "day", "order"],
  },
  minimum_quantity: { when: "a line has fewer packs than its sweet is sold from", in: ["hold", "order"] },
  day_closed: { when: "orders for the day have closed", in: ["hold", "day", "order"] },
  day_short: { when: "too little is left for the day (items, and the days that have all)", in: ["day", "order"] },
  price_changed: { when: "a price is higher than the one that was sent (prices)", in: ["order"] },
  unavailable: {
    when: "sweets are not sold any more (unavailable, and unavailablePacks of named packs)",
    in: ["order"],
  },
  blocked: { when: "sweets do not travel by courier (blocked)", in: ["order"] },
} as const satisfies Partial<Record<ErrorCode, LineRefusal>>;

/** When lines are refused with 409, for the API's document. */
export const whenRefused = (where: LineRefusal["in"][number]): string =>
  Object.entries<LineRefusal>(lineRefusals)
    .filter(([, refusal]) => refusal.in.includes(where))
    .map(([code, { when }]) => `${code}: ${when}`)
    .join("; ");

/** One wrong field: its path with dots (`delivery.recipientName`) and the text for it. */
export type FieldFault = { path: string; message: string };

/** A line of which too little is left for the day. */
export type ShortItem = { productId: number; packId: number; available: number };

/** What a failure carries beside its text. Only these leave the server; lib/http/responses.ts says what each is. Money in rupees. */
export type ErrorExtra = {
  errors?: FieldFault[];
  available?: number;
  short?: { productId: number; packId?: number; available: number }[];
  prices?: { productId: number; packId?: number; price: number }[];
  unavailable?: number[];
  unavailablePacks?: number[];
  day?: string | null;
  items?: ShortItem[] | number[];
  days?: string[] | { productId?: number; day: string; promised: number }[];
  promised?: number;
  capacity?: number;
  alternatives?: { date: string; from: string; to: string }[];
  blocked?: number[];
  minimum?: number;
  upTo?: number;
  due?: number;
  note?: { text: string; by: string | null };
  until?: string | null;
  permission?: string;
  /** Seconds to wait before trying again. */
  retryAfter?: number;
  /** Methods that the path knows, for 405. */
  allow?: string[];
};

/** An expected failure. Edges turn it into a value (actions) or a status (API); anything else is a fault. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly extra: ErrorExtra = {},
  ) {
    super(message);
    this.name = "AppError";
  }

  get status(): number {
    return statusOf[this.code];
  }
}

/**
 * Another service than the shop's own does not answer. Forms show the message, which says what was done.
 * `isUndone`: nothing was stored or sent, so a request with the same key starts again.
 */
export class ServiceAway extends AppError {
  constructor(
    message: string,
    readonly isUndone = false,
  ) {
    super("service_unavailable", message, { retryAfter: 5 });
  }
}

/** Whether an error concerns a line alone: whoever works through lines goes on with the next one. */
export const concernsLine = (error: unknown): error is AppError =>
  error instanceof AppError && error.code in lineRefusals;

/** The refusal of lines that have fewer packs than their sweets are sold from. */
export const belowMinimum = (lines: readonly { name: string; minimumQuantity: number }[]) =>
  new AppError(
    "minimum_quantity",
    `Please order at least ${[...new Set(lines.map(({ name, minimumQuantity }) => `${minimumQuantity} of ${name}`))].join(", ")}`,
  );

export const notFound = (message = "Not found.") => new AppError("not_found", message);

/** The error for one wrong field. */
export const invalid = (path: string, message: string) =>
  new AppError("invalid", message, { errors: [{ path, message }] });

/** The error for a sweet of which fewer packs are left than were asked for. */
export const shortStock = (available: number, extra: ErrorExtra = {}) =>
  new AppError("insufficient_stock", `Only ${available} items available in stock.`, { ...extra, available });

const unavailableCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "POOL_BUSY", // too many writes wait (db/write-slots.ts)
  "53200", // out of memory
  "53300", // too many connections
  "53400", // a limit of the server's configuration
  "25006", // read only: a standby, or one that is being moved
  "25P03", // idle in a transaction for too long
  "25P04", // a transaction that took too long (db/transaction.ts)
  "57P01", // admin shutdown
  "57P02", // crash shutdown
  "57P03", // cannot connect now
  "57P04", // the database was dropped
  "57P05", // idle for too long
  "57014", // statement timeout
  "55P03", // lock timeout
  "40P01", // deadlock: nothing changed, a new try may succeed
  "40001", // serialization failure
]);

type Fault = { code?: unknown; syscall?: unknown; constraint_name?: unknown; cause?: unknown };

/** An error and those behind it: drizzle wraps the database's. */
function* chainOf(error: unknown): Generator<Fault> {
  for (let e = error as Fault | undefined, depth = 0; e && depth < 4; depth++) {
    yield e;
    e = e.cause as typeof e;
  }
}

function faultOf(error: unknown): { code: string; syscall?: unknown } | undefined {
  for (const { code, syscall } of chainOf(error)) if (typeof code === "string") return { code, syscall };
  return undefined;
}

/** The database's SQLSTATE or the socket's code behind an error. */
export const faultCode = (error: unknown) => faultOf(error)?.code;

/** The name of the constraint that a write violated; undefined for any other error. */
export function constraintOf(error: unknown): string | undefined {
  for (const { constraint_name } of chainOf(error)) if (typeof constraint_name === "string") return constraint_name;
  return undefined;
}

/** True when the database is unreachable, frozen or has a row locked: 503, and another attempt makes sense. */
export const isDatabaseUnavailable = (error: unknown) => {
  const { code = "", syscall } = faultOf(error) ?? {};
  // Class 08 is the connection's. A socket that is not there is no database; a file that is not there is a fault of ours.
  return unavailableCodes.has(code) || /^08...$/.test(code) || (code === "ENOENT" && syscall === "connect");
};

/** The result of `read`, or null while the database is unavailable: a page then says so instead of failing. */
export async function nullIfUnavailable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  }
}
