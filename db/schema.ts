/**
 * The whole data model. Money is in paise; times are UTC. Invariants are constraints as far as they can be expressed; what must follow
 * every write, whoever makes it, is a trigger in db/functions. A change here needs a migration: `npm run db:generate -- --name NAME` writes it.
 *
 * Enums and bounds are in constants/.
 */
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  auditAuthors,
  type Changes,
  nouns,
  type Permission,
  sessionKinds,
  staffKinds,
  userRoles,
} from "./constants/auth";
import {
  categories,
  defaultHsn,
  packBounds,
  prepHoursBounds,
  searchWordBounds,
  sweetBounds,
} from "./constants/catalogue";
import { CAKE_PREP_HOURS, deliveryMethods, placePools, TRAVELS_FROM_DAYS } from "./constants/delivery";
import { enquiryKinds } from "./constants/enquiries";
import { documentKinds, MAX_NUMBER, unitCodes } from "./constants/invoices";
import { messageKinds, messageStates } from "./constants/messages";
import {
  type Company,
  channels,
  companyDeliveries,
  companyName,
  MAX_PERSONAL_MESSAGE,
  recordedFields,
  statuses,
  type Tracking,
} from "./constants/orders";
import { orderPaymentStates, paymentBounds, paymentMethods, paymentStates } from "./constants/payments";
import { areaKinds, sections } from "./constants/settings";
import { LOW_STOCK, ledgerReasons } from "./constants/stock";
import { MAX_EMAIL, MAX_NAME } from "./constants/text";
import { deliveryStates, deliveryTypes, eventTypes, MAX_URL } from "./constants/webhooks";
import { isoOf } from "./moment";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

const identity = () => integer().primaryKey().generatedAlwaysAsIdentity();
const bigIdentity = () => bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity();
/** A time with milliseconds, which is what a JavaScript Date can hold; in TypeScript it is a text in ISO 8601, UTC. */
const moment = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  fromDriver: isoOf,
});
const createdAt = () => moment().notNull().default(sql`now()`);
const paise = () => bigint({ mode: "number" }).notNull();
/** The id of a row of another table, without which there is no row of this one. */
const reference = (to: () => AnyPgColumn, onDelete?: "cascade") => integer().notNull().references(to, { onDelete });

const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(", ")})`);
type Bounds = { min: number; max: number };
const between = ({ min, max }: Bounds) => sql.raw(`between ${min} and ${max}`);
const within = (value: string, bounds: Bounds) => sql`${sql.raw(value)} ${between(bounds)}`;

// Only words and blanks, as split_words() of db/functions/search.sql cuts them: PostgreSQL's own parser takes 'Kaju/Badam' for a path.
const words = (column: string) =>
  `regexp_replace(${column}, '[^[:alnum:]\\u0300-\\u036f\\u0900-\\u0963\\u0966-\\u0dff]+', ' ', 'g')`;

export const users = pgTable(
  "users",
  {
    id: identity(),
    // Trimmed and lower-cased before it gets here: one account an address, whatever its case.
    email: text().notNull(),
    name: text().notNull(),
    // An API key has a row, so that everything it does has an author with a name; nobody signs in as one.
    role: text({ enum: userRoles }).notNull().default("customer"),
    // What an admin is for the shop.
    staff: text({ enum: staffKinds }),
    // False for staff who are switched off.
    active: boolean().notNull().default(true),
    // argon2id, with its parameters and salt inside. Null for who was invited and has chosen none yet, and for keys.
    passwordHash: text(),
    // Staff: the last request, to an hour.
    lastSeenAt: moment(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    uniqueIndex("users_email").on(t.email),
    index("users_newest").on(t.createdAt, t.id),
    index("users_role").on(t.role),
    index("users_search").using("gin", sql`${t.name} gin_trgm_ops`, sql`${t.email} gin_trgm_ops`),
    check("users_role", oneOf("role", userRoles)),
    check("users_staff", sql`(role = 'admin') = (staff is not null) and ${oneOf("staff", staffKinds)}`),
    check("users_active", sql`active or role = 'admin'`),
    check("users_password", sql`(role = 'customer') <= (password_hash is not null)`),
    check("users_email", sql`email = lower(email) and ${within("length(email)", { min: 3, max: MAX_EMAIL })}`),
    check("users_name", within("length(name)", { min: 1, max: MAX_NAME })),
  ],
);

/** Browser sessions and API tokens alike: a row that can be revoked. Only the hash of the token is stored. */
export const sessions = pgTable(
  "sessions",
  {
    id: identity(),
    // sha256 of the token, hex.
    tokenHash: text().notNull(),
    userId: reference(() => users.id, "cascade"),
    kind: text({ enum: sessionKinds }).notNull(),
    // What the owner recognises a session by on /account.
    userAgent: text(),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("sessions_token").on(t.tokenHash),
    index("sessions_user").on(t.userId),
    index("sessions_expiry").on(t.expiresAt),
    check("sessions_kind", oneOf("kind", sessionKinds)),
  ],
);

/** One-time links to a new password: valid for an hour, used once, stored hashed. */
export const passwordResets = pgTable(
  "password_resets",
  {
    tokenHash: text().primaryKey(),
    userId: reference(() => users.id, "cascade"),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (t) => [index("password_resets_user").on(t.userId)],
);

/** Links by which somebody who was invited to work for the shop sets a password: valid for three days, used once, stored hashed. */
export const invitations = pgTable(
  "invitations",
  {
    tokenHash: text().primaryKey(),
    userId: reference(() => users.id, "cascade"),
    // Once this person is switched off, the link opens nothing.
    madeBy: reference(() => users.id),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (t) => [index("invitations_user").on(t.userId), index("invitations_maker").on(t.madeBy)],
);

/** Keys of other programs. Its row in `users` has the name; what it may do is what its maker may, of what it was given. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: integer()
      .primaryKey()
      .references(() => users.id),
    // sha256 of the key, hex.
    tokenHash: text().notNull().unique("api_keys_token"),
    permissions: text().array().$type<Permission[]>().notNull(),
    madeBy: reference(() => users.id),
    createdAt: createdAt(),
    // Null: never.
    expiresAt: moment(),
    lastUsedAt: moment(),
    revokedAt: moment(),
  },
  (t) => [index("api_keys_maker").on(t.madeBy)],
);

/** What the audit log and the view of it have in common. */
const auditColumns = () => ({
  at: createdAt(),
  byKind: text({ enum: auditAuthors }).notNull(),
  // The account or the key; null for a command.
  byId: integer(),
  byName: text().notNull(),
  action: text().notNull(),
  noun: text({ enum: nouns }).notNull(),
  // What of the noun it was about: an id, a section of the settings, a day. Null when it was about the noun as a whole.
  nounId: text(),
  // Of customers the names of fields alone.
  changes: jsonb().$type<Changes>().notNull(),
});

/**
 * What staff, keys and commands did, as sentences, each written in the transaction of what it says. Rows are kept for two years; nothing
 * changes one, and it outlives whom it names.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigIdentity(),
    ...auditColumns(),
    text: text().notNull(),
  },
  (t) => [
    // One for each filter, in the order of the list, so that a page of few entries among millions is found (lib/audit/entries.ts).
    index("audit_log_newest").on(t.at, t.id),
    index("audit_log_about").on(t.noun, t.at, t.id),
    index("audit_log_about_one").on(t.noun, t.nounId, t.at, t.id),
    index("audit_log_author").on(t.byId, t.at, t.id),
    index("audit_log_kind").on(t.byKind, t.at, t.id),
    check("audit_log_by_kind", oneOf("by_kind", auditAuthors)),
    check("audit_log_author", sql`(by_kind = 'command') = (by_id is null)`),
  ],
);

/**
 * The second factor of a member of staff, an authenticator app. Logins ask for a code once it is confirmed. The secret is encrypted
 * (lib/auth/secrets.ts); `lastStep` is the last step of time of which a code was accepted.
 */
export const secondFactors = pgTable("second_factors", {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  secret: text().notNull(),
  createdAt: createdAt(),
  confirmedAt: moment(),
  lastStep: integer(),
});

/** What opens an account once when the phone is lost: stored hashed, deleted when it is used. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  { userId: reference(() => secondFactors.userId, "cascade"), codeHash: text().notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** A picture by its content's hash; its files are `<id>-<width>.webp` and `.avif`. */
export const images = pgTable("images", {
  id: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  // A data URI of a few pixels, shown until the picture is there.
  blur: text().notNull(),
  // When it was stored, or when a sweet had it last that has another one or none now. Older versions call it by its column's name.
  lastUsedAt: moment("created_at").notNull().default(sql`now()`),
});

export const sweets = pgTable(
  "sweets",
  {
    id: identity(),
    // A deleted sweet has it still, so that an old link never shows another sweet.
    slug: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    price: paise(),
    category: text({ enum: categories }).notNull(),
    // What can still be sold now, in the smallest unit of its packs: units in live holds are already out of it. The column is called
    // quantity, as before there were packs; the quantity that people see counts default packs.
    stock: integer("quantity").notNull(),
    // Units that the default pack takes, and the most that a pack on sale takes. Those of the table of packs (db/functions/packs.sql).
    defaultUnits: integer().notNull().default(1),
    largestUnits: integer().notNull().default(1),
    // Also true when sold out: the owner's reminders are found by this column.
    low: boolean()
      .notNull()
      .generatedAlwaysAs(sql.raw(`quantity < ${LOW_STOCK} * default_units`)),
    imageId: text().references(() => images.id),
    imageAlt: text(),
    featured: boolean().notNull().default(false),
    sugarFree: boolean().notNull().default(false),
    giftBox: boolean().notNull().default(false),
    // Packs that a line has at least, in carts and in orders of customers.
    minimumQuantity: integer().notNull().default(1),
    netWeightGrams: integer(),
    ingredients: text(),
    allergens: text().array().notNull().default(sql`'{}'`),
    shelfLifeDays: integer(),
    storage: text(),
    vegetarian: boolean(),
    // Hours between an order and the start of its window; null: as its category needs.
    ownPrepHours: integer(),
    prepHours: integer()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(`coalesce(own_prep_hours, case when category = 'Cakes' then ${CAKE_PREP_HOURS} else 0 end)`),
      ),
    // Whether it can be sent by courier; null: when it keeps long enough.
    ownTravels: boolean(),
    travels: boolean()
      .notNull()
      .generatedAlwaysAs(sql.raw(`coalesce(own_travels, shelf_life_days >= ${TRAVELS_FROM_DAYS}, false)`)),
    // The code of the goods and services tax under which invoices list it; null: as its category has.
    ownHsn: text(),
    hsn: text()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          `coalesce(own_hsn, case category ${Object.entries(defaultHsn)
            .map(([category, hsn]) => `when '${category}' then '${hsn}'`)
            .join(" ")} end)`,
        ),
      ),
    // True for what the seed created until the owner saves it: /admin reminds of samples.
    sample: boolean().notNull().default(false),
    // Grows with every edit (not with sales), so that an edit of an older version is refused.
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    // A deleted sweet is hidden, not removed: orders refer to it.
    deletedAt: moment(),
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          [`name:A`, `category:B`, `description:D`]
            .map((part) => part.split(":"))
            .map(([column, weight]) => `setweight(to_tsvector('simple', ${words(column as string)}), '${weight}')`)
            .join(" || "),
        ),
      ),
  },
  (t) => {
    const live = sql`${t.deletedAt} is null`;
    return [
      uniqueIndex("sweets_slug").on(t.slug),
      // Index order and nulls match the queries' ORDER BY, so that a page is read, not sorted. The narrower indexes are read backwards.
      index("sweets_newest").on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(live),
      index("sweets_price").on(t.price, t.id).where(live),
      index("sweets_name").on(sql`lower(${t.name})`, t.id).where(live),
      // The owner's search finds any part of a name.
      index("sweets_name_parts").using("gin", sql`${t.name} gin_trgm_ops`).where(live),
      index("sweets_category_newest").on(t.category, t.createdAt, t.id).where(live),
      index("sweets_category_price").on(t.category, t.price, t.id).where(live),
      index("sweets_category_name").on(t.category, sql`lower(${t.name})`, t.id).where(live),
      index("sweets_category_id").on(t.category, t.id).where(live),
      index("sweets_featured").on(t.createdAt, t.id).where(sql`${t.deletedAt} is null and ${t.featured}`),
      index("sweets_gift_boxes").on(t.createdAt, t.id).where(sql`${t.deletedAt} is null and ${t.giftBox}`),
      // No index has the quantity itself: a sale then changes the row in place and none of these indexes.
      index("sweets_low").on(t.id).where(sql`${t.deletedAt} is null and ${t.low}`),
      // Soon empty: the dashboard asks for them each time.
      index("sweets_sample").on(t.id).where(sql`${t.deletedAt} is null and ${t.sample}`),
      index("sweets_image").on(t.imageId),
      index("sweets_search").using("gin", t.search),
      check("sweets_quantity", sql`quantity between 0 and 1000000000`),
      check("sweets_units", sql`default_units >= 1 and largest_units >= default_units`),
      check("sweets_price", within("price", sweetBounds.price)),
      check("sweets_category", oneOf("category", categories)),
      check("sweets_minimum_quantity", within("minimum_quantity", sweetBounds.minimumQuantity)),
      check("sweets_prep_hours", within("own_prep_hours", prepHoursBounds)),
      check("sweets_hsn", sql`own_hsn ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$'`),
      check("sweets_name", within("length(name)", sweetBounds.name)),
      check("sweets_description", within("length(description)", sweetBounds.description)),
    ];
  },
);

/**
 * The packs in which a sweet is sold. All of them take from its one stock: `units` of it each. Every sweet has one default pack, whose price
 * and weight are those of the sweet. A pack that was sold is switched off, not deleted.
 */
export const packs = pgTable(
  "packs",
  {
    id: identity(),
    sweetId: reference(() => sweets.id),
    label: text().notNull(),
    // The net weight of its content; null when it is sold by the piece.
    grams: integer(),
    units: integer().notNull(),
    price: paise(),
    active: boolean().notNull().default(true),
    isDefault: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    // What lines refer to, so that a line's pack is one of its sweet.
    unique("packs_of_sweet").on(t.sweetId, t.id),
    uniqueIndex("packs_default").on(t.sweetId).where(sql`${t.isDefault}`),
    uniqueIndex("packs_label").on(t.sweetId, sql`lower(${t.label})`),
    check("packs_label", within("length(label)", packBounds.label)),
    check("packs_grams", within("grams", packBounds.grams)),
    check("packs_units", within("units", packBounds.units)),
    check("packs_price", within("price", sweetBounds.price)),
    check("packs_default_active", sql`active or not is_default`),
  ],
);

/** How many sweets there are of each kind: maintained by triggers, so that a list never counts its table. */
export const sweetCounts = pgTable(
  "sweet_counts",
  {
    category: text().notNull(),
    featured: boolean().notNull(),
    giftBox: boolean().notNull(),
    sweets: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.category, t.featured, t.giftBox] }), check("sweet_counts_sweets", sql`sweets >= 0`)],
);

/** The words that sweets are found by: a mistyped word is corrected to one of these before the search. */
export const searchWords = pgTable(
  "search_words",
  {
    word: text().primaryKey(),
    // Of a name, not only of a description: only these correct a typing error.
    inName: boolean().notNull(),
  },
  (t) => [
    index("search_words_prefix").on(sql`${t.word} text_pattern_ops`),
    index("search_words_similar").using("gin", sql`${t.word} gin_trgm_ops`).where(sql`${t.inName}`),
  ],
);

/** Other words of the trade, which the owner edits: whoever types `word` also finds the sweets that have all words of `means`. */
export const searchSynonyms = pgTable(
  "search_synonyms",
  {
    word: text().notNull(),
    means: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.word, t.means] }),
    // In lower case, as split_words() of db/functions/search.sql returns them and as a search looks them up.
    check(
      "search_synonyms_word",
      sql`${t.word} = lower(${t.word}) and length(${t.word}) ${between(searchWordBounds.word)}`,
    ),
    check(
      "search_synonyms_means",
      sql`${t.means} = lower(${t.means}) and length(${t.means}) ${between(searchWordBounds.means)}`,
    ),
  ],
);

/** The plan of a sweet that is made for the day: what the kitchen makes on each day, and until when a day's orders are taken. */
export const plans = pgTable(
  "plans",
  {
    sweetId: integer()
      .primaryKey()
      .references(() => sweets.id),
    // Units for Monday to Sunday.
    week: integer().array().notNull(),
    // Orders for a day are taken until this clock time (HH:MM, Asia/Kolkata) so many days before it.
    orderByDays: integer().notNull(),
    orderByTime: text().notNull(),
    updatedAt: createdAt(),
  },
  () => [
    check("plans_week", sql`array_length(week, 1) = 7 and 0 <= all(week)`),
    check("plans_order_by", sql`order_by_days between 0 and 30 and order_by_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
  ],
);

/**
 * A day of a sweet's plan, in units: what can be promised and what is. There is a row for each day that has a number of its own, a promise,
 * or a batch. It is changed under the lock of its sweet. Until the first batch promises are within the capacity; from then on the sweet's
 * stock has what was made, and `held + ordered - short` units are set aside out of it.
 */
export const planDays = pgTable(
  "plan_days",
  {
    sweetId: reference(() => sweets.id),
    day: date({ mode: "string" }).notNull(),
    capacity: integer().notNull(),
    // Whether the capacity is a number of the day's own, not that of its weekday.
    isOwn: boolean().notNull().default(false),
    // Promises above the capacity, which the owner has lowered knowingly. Falls with the promises.
    above: integer().notNull().default(0),
    // What live holds and expired ones that were not released yet have, in carts.
    held: integer().notNull().default(0),
    // In orders that are not cancelled, or have left the shop once.
    ordered: integer().notNull().default(0),
    // Null before the first batch.
    made: integer(),
    firstMadeAt: moment(),
    // What is promised and was not made.
    short: integer().notNull().default(0),
    // What batches that were weighed had beyond whole units. The next batch gets it.
    restGrams: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.sweetId, t.day] }),
    index("plan_days_day").on(t.day, t.sweetId),
    index("plan_days_short").on(t.sweetId, t.day).where(sql`${t.short} > 0`),
    check("plan_days_promised", sql`made is not null or held + ordered <= capacity + above`),
    check("plan_days_units", sql`least(capacity, above, held, ordered, made) >= 0`),
    check("plan_days_short", sql`short between 0 and held + ordered and (made is not null or short = 0)`),
    check("plan_days_made", sql`(made is null) = (first_made_at is null)`),
    check("plan_days_rest", sql`rest_grams >= 0`),
  ],
);

/** A user's cart, or a visitor's by a cookie. */
export const carts = pgTable(
  "carts",
  {
    id: identity(),
    userId: integer().references(() => users.id, { onDelete: "cascade" }),
    // sha256 of the visitor's cookie, hex.
    tokenHash: text(),
    giftWrap: boolean().notNull().default(false),
    personalMessage: text().notNull().default(""),
    // The day for which it is; null: today, from stock.
    day: date({ mode: "string" }),
    // The idempotency key of the next checkout: a retry after a lost answer finds the order that was made.
    checkoutKey: uuid().notNull().defaultRandom(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    uniqueIndex("carts_user").on(t.userId),
    uniqueIndex("carts_token").on(t.tokenHash),
    index("carts_updated").on(t.updatedAt),
    check("carts_owner", sql`num_nonnulls(user_id, token_hash) = 1`),
    check("carts_message", sql.raw(`length(personal_message) <= ${MAX_PERSONAL_MESSAGE}`)),
  ],
);

/**
 * A line of a cart: so many packs. It is also the hold: the units of `held` of them are out of the sweet's stock, or of its plan for `day`,
 * until `expires_at`.
 */
export const cartLines = pgTable(
  "cart_lines",
  {
    cartId: reference(() => carts.id),
    sweetId: integer().notNull(),
    packId: integer().notNull(),
    quantity: integer().notNull(),
    held: integer().notNull(),
    expiresAt: moment(),
    // The day from whose plan it is held; null: from stock.
    day: date({ mode: "string" }),
    // Of a pack when the shopper last changed the line; null before it was kept.
    shownPrice: bigint({ mode: "number" }),
    // A keyed hash of the address that the hold counts for (lib/cart/hold-limits.ts), as long as there is one.
    addressHash: text(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.cartId, t.packId] }),
    foreignKey({ name: "cart_lines_pack", columns: [t.sweetId, t.packId], foreignColumns: [packs.sweetId, packs.id] }),
    index("cart_lines_sweet").on(t.sweetId, t.packId),
    // Due holds are found without reading the carts that hold nothing.
    index("cart_lines_expiry").on(t.expiresAt).where(sql`${t.expiresAt} is not null`),
    // What is held of a sweet, in all and for an address.
    index("cart_lines_held").on(t.sweetId, t.addressHash).where(sql`${t.held} > 0`),
    // What is held of a day.
    index("cart_lines_day").on(t.sweetId, t.day).where(sql`${t.day} is not null`),
    check("cart_lines_address", sql`held > 0 or address_hash is null`),
    // Twice the limit of a line: two carts of one person may join.
    check("cart_lines_quantity", sql`quantity between 1 and 200000`),
    check("cart_lines_held", sql`held between 0 and quantity`),
    check("cart_lines_expiry", sql`(held > 0) = (expires_at is not null)`),
  ],
);

export const orders = pgTable(
  "orders",
  {
    id: identity(),
    // The customer. Null for what staff take or sell, and once the person has deleted the account: the order stays, without the person.
    // The history says who sold it.
    userId: integer().references(() => users.id, { onDelete: "set null" }),
    status: text({ enum: statuses }).notNull().default("Pending"),
    channel: text({ enum: channels }).notNull(),
    // Lines, gift wrap and delivery fee, as charged.
    total: paise(),
    giftWrap: boolean().notNull().default(false),
    personalMessage: text(),
    // Whose order staff have taken; null for other orders, and after the person has gone.
    customerName: text(),
    customerPhone: text(),
    customerEmail: text(),
    // The company that the GST invoice is for; null: it is for the customer.
    company: jsonb().$type<Company>(),
    // Null for what is bought over the counter and after the person has gone.
    recipientName: text(),
    deliveryAddress: text(),
    phoneNumber: text(),
    notes: text(),
    // How it reaches the customer. Null: to be arranged.
    method: text({ enum: deliveryMethods }),
    pincode: text(),
    // The area as it was called when the order was placed.
    areaName: text(),
    areaKind: text({ enum: areaKinds }),
    deliveryFee: paise().default(0),
    // The window, in Asia/Kolkata, times as HH:MM. An order that is not cancelled holds a place of it.
    slotDate: date({ mode: "string" }),
    slotFrom: text(),
    slotTo: text(),
    // How long a courier takes, as it was promised, such as "1-3 days".
    estimate: text(),
    // The courier that brings it, and where it is followed.
    tracking: jsonb().$type<Tracking>(),
    // The day for which it is; null: none was named.
    day: date({ mode: "string" }),
    // How the customer chose to pay; a sale at the till has what was paid with.
    paymentMethod: text({ enum: paymentMethods }).notNull().default("cod"),
    // From the ledger of payments, by a trigger (db/functions/payments.sql): sums of the entries in each state, and what they come to.
    received: paise().default(0),
    refunded: paise().default(0),
    claimed: paise().default(0),
    paymentState: text({ enum: orderPaymentStates }).notNull().default("unpaid"),
    // What was refunded of money above the total, as it was then: should the order cost more again, it no longer counts as received.
    paidBack: paise().default(0),
    // The sum of refunds that the payment gateway has not confirmed yet, by the trigger.
    refundPending: paise().default(0),
    // Refunds that have a credit note but were not made: they have failed. Below zero: the note of a pending refund is still to be issued.
    creditedAhead: paise().default(0),
    // A mark of the kitchen, beside the status.
    packedAt: moment(),
    // For the owner's eyes only.
    internalNote: text(),
    // Whether its units are back in stock: true from a cancel before shipping until it leaves Cancelled.
    stockReturned: boolean().notNull().default(false),
    // A keyed hash of the address that a new account, or somebody without one, ordered from (lib/cart/hold-limits.ts), for a day.
    addressHash: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index("orders_user").on(t.userId, t.id.desc().nullsFirst()),
    // What an account has ordered and not paid, and what new accounts of an address have.
    index("orders_unpaid")
      .on(t.userId, t.createdAt, t.status)
      .where(sql`${t.paymentState} = 'unpaid' and ${t.status} <> 'Cancelled'`),
    index("orders_address").on(t.addressHash, t.createdAt).where(sql`${t.addressHash} is not null`),
    // What a telephone number has ordered without an account and not paid.
    index("orders_unpaid_phone")
      .on(sql`right(regexp_replace(${t.customerPhone}, '\\D', '', 'g'), 10)`)
      .where(
        sql`${t.userId} is null and ${t.channel} = 'web' and ${t.paymentState} = 'unpaid' and ${t.status} <> 'Cancelled'`,
      ),
    index("orders_status").on(t.status, t.id.desc().nullsFirst()),
    index("orders_created").on(t.createdAt, t.status, t.total),
    // A phone is looked for by its digits, however it was written down.
    index("orders_search").using(
      "gin",
      sql`${t.recipientName} gin_trgm_ops`,
      sql`regexp_replace(${t.phoneNumber}, '\\D', '', 'g') gin_trgm_ops`,
    ),
    index("orders_customer")
      .using(
        "gin",
        sql`${t.customerName} gin_trgm_ops`,
        sql`${t.customerEmail} gin_trgm_ops`,
        sql`regexp_replace(${t.customerPhone}, '\\D', '', 'g') gin_trgm_ops`,
      )
      .where(sql`${t.customerName} is not null`),
    check("orders_status", oneOf("status", statuses)),
    check("orders_channel", oneOf("channel", channels)),
    check("orders_total", sql`total > 0`),
    // The kitchen's day and the owner's list of a window.
    index("orders_slot").on(t.slotDate, t.slotFrom, t.id).where(sql`${t.slotDate} is not null`),
    // What the kitchen has to pack although no window is agreed: all but what the owner sold at the till.
    index("orders_to_pack")
      .on(t.id)
      .where(
        sql`${t.slotDate} is null and ${t.packedAt} is null and (${t.channel} <> 'counter' or ${t.method} is not null) and ${t.status} in ('Pending', 'Processing')`,
      ),
    index("orders_payment").on(t.paymentState, t.id.desc().nullsFirst()),
    // What the owner has to chase: UPI orders without a payment, by age.
    index("orders_upi_unpaid")
      .on(t.createdAt)
      .where(sql`${t.paymentMethod} = 'upi' and ${t.paymentState} = 'unpaid' and ${t.status} <> 'Cancelled'`),
    // What is due, by the day of the order: the report of payments.
    index("orders_outstanding")
      .on(t.createdAt)
      .where(sql`${t.received} - ${t.paidBack} < ${t.total} and ${t.status} <> 'Cancelled'`),
    // What the owner has to check.
    index("orders_claimed").on(t.id).where(sql`${t.claimed} > 0`),
    // What the owner has to pay back.
    index("orders_owed")
      .on(t.id)
      .where(
        sql`${t.received} - ${t.refunded} - ${t.refundPending} > case when ${t.status} = 'Cancelled' then 0 else ${t.total} end or ${t.creditedAhead} > 0`,
      ),
    check("orders_payment_method", oneOf("payment_method", paymentMethods)),
    check("orders_payment_state", oneOf("payment_state", orderPaymentStates)),
    check("orders_payments", sql`claimed >= 0 and refunded between 0 and received`),
    check("orders_paid_back", sql`paid_back between 0 and refunded + refund_pending`),
    check("orders_refund_pending", sql`refund_pending between 0 and received - refunded`),
    check("orders_tracking", sql`tracking->>'url' like 'https://%'`),
    check(
      "orders_company",
      sql`company is null or (company ->> 'gstin' ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$'
        and ${within("length(company ->> 'name')", companyName)} and ${oneOf("company ->> 'deliveredTo'", companyDeliveries)}) is true`,
    ),
    // What leaves the kitchen on a day without a window.
    index("orders_day").on(t.day, t.id).where(sql`${t.day} is not null`),
    index("orders_packed").on(t.packedAt).where(sql`${t.packedAt} is not null`),
    check("orders_method", oneOf("method", deliveryMethods)),
    check("orders_pincode", sql`pincode ~ '^[1-9][0-9]{5}$'`),
    check(
      "orders_customer",
      sql`(customer_name is null) = (customer_phone is null) and (customer_email is null or customer_name is not null)`,
    ),
    check("orders_area", sql`(area_name is null) = (area_kind is null)`),
    check(
      "orders_fee",
      sql`delivery_fee >= 0 and (delivery_fee = 0 or coalesce(method in ('delivery', 'courier'), false))`,
    ),
    check(
      "orders_slot",
      sql`num_nonnulls(slot_date, slot_from, slot_to) in (0, 3) and (slot_date is null or coalesce(method in ('delivery', 'pickup'), false))`,
    ),
  ],
);

/**
 * The ledger of payments: what a customer says was paid (claimed), what has arrived (received), what has not (failed), and what went back
 * (refunded, an entry of its own). A claimed entry becomes received or failed, and a refund by the payment gateway is pending (refund_pending)
 * until it was made or has failed (refund_failed). Nothing else of an entry changes.
 * Only a refund that never reached the gateway is deleted.
 */
export const payments = pgTable(
  "payments",
  {
    id: identity(),
    orderId: reference(() => orders.id),
    method: text({ enum: paymentMethods }).notNull(),
    amount: paise(),
    state: text({ enum: paymentStates }).notNull(),
    // The UTR of a UPI transfer, the number of a card slip, the gateway's id of a payment or a refund.
    reference: text(),
    // Why it was refunded or rejected.
    reason: text(),
    // The owner has accepted that more was received than was due.
    aboveDue: boolean().notNull().default(false),
    createdAt: createdAt(),
    // When it came to its state, and by whom.
    at: createdAt(),
    byUserId: integer().references(() => users.id, { onDelete: "set null" }),
    // What the gateway keeps of a payment, its tax included.
    fee: bigint({ mode: "number" }),
    // Of a refund by the gateway: the payment that it pays back, the key that lets the gateway make it once, and when it is asked again.
    refundOf: integer().references((): AnyPgColumn => payments.id),
    gatewayKey: uuid(),
    askAt: moment(),
    // Whether the request that asked for it has had an answer: the same request again is another refund then.
    isAnswered: boolean().notNull().default(true),
    // Requests that ask for it just now, or may have sent it and got no answer: without any it never reached the gateway.
    asking: integer().notNull().default(0),
    // What of it the order has in `paid_back`, which is taken off again when it fails.
    paidBack: paise().default(0),
  },
  (t) => [
    index("payments_order").on(t.orderId, t.id),
    // The days of the report, with all that it reads: drizzle-kit knows no INCLUDE, so the columns are a part of the key.
    index("payments_moved").on(t.at, t.method, t.state, t.amount).where(sql`${t.state} in ('received', 'refunded')`),
    // One transfer pays one order, once.
    uniqueIndex("payments_utr")
      .on(t.reference)
      .where(sql`${t.method} = 'upi' and ${t.state} in ('claimed', 'received')`),
    // A payment or a refund of the gateway is recorded once.
    uniqueIndex("payments_gateway").on(t.reference).where(sql`${t.method} = 'online'`),
    index("payments_ask").on(t.askAt).where(sql`${t.state} = 'refund_pending'`),
    uniqueIndex("payments_one_claim").on(t.orderId).where(sql`${t.state} = 'claimed'`),
    index("payments_user").on(t.byUserId).where(sql`${t.byUserId} is not null`),
    check("payments_amount", sql`amount > 0`),
    check("payments_fee", sql`fee >= 0`),
    check("payments_pending", sql`state <> 'refund_pending' or num_nonnulls(refund_of, gateway_key, ask_at) = 3`),
    check("payments_method", oneOf("method", paymentMethods)),
    check("payments_state", oneOf("state", paymentStates)),
    check("payments_reference", within("length(reference)", paymentBounds.reference)),
    check("payments_reason", within("length(reason)", paymentBounds.reason)),
  ],
);

/**
 * How an order is paid by the gateway. Times are the shop's clock's. `payBy`: when it is cancelled if nothing has come in; null: never.
 * `askAt`: when the gateway is asked next for its payments; null: never again.
 */
export const onlinePayments = pgTable(
  "online_payments",
  {
    orderId: reference(() => orders.id).primaryKey(),
    since: moment().notNull(),
    payBy: moment(),
    askAt: moment(),
    // Why the last try failed, as the gateway says it.
    failure: text(),
  },
  (t) => [
    index("online_payments_ask").on(t.askAt).where(sql`${t.askAt} is not null`),
    check("online_payments_failure", sql`length(failure) between 1 and 300`),
  ],
);

/**
 * The orders that the gateway has been asked to make, one for each amount that was due of an order. `gatewayId` is null until the gateway has
 * answered; whoever asks has the row until `leasedUntil`.
 */
export const gatewayOrders = pgTable(
  "gateway_orders",
  {
    receipt: text().primaryKey(),
    orderId: reference(() => orders.id),
    amount: paise(),
    gatewayId: text().unique("gateway_orders_gateway_id"),
    leasedUntil: moment(),
    // Something has come in for it, so that the gateway takes no more.
    isPaid: boolean().notNull().default(false),
  },
  (t) => [index("gateway_orders_order").on(t.orderId), check("gateway_orders_amount", sql`amount > 0`)],
);

/** Events of the gateway that were done, so that each is done once. */
export const gatewayEvents = pgTable("gateway_events", { id: text().primaryKey(), at: createdAt() }, (t) => [
  index("gateway_events_at").on(t.at),
]);

/** The last number of each series of invoices and credit notes; its row is locked until the number is committed, so that none is missing. */
export const invoiceSeries = pgTable(
  "invoice_series",
  {
    prefix: text().notNull(),
    // The financial year, April to March: "26-27".
    year: text().notNull(),
    last: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.prefix, t.year] }), check("invoice_series_last", sql`last >= 1`)],
);

/**
 * Tax invoices, bills of supply and credit notes, as they were issued. A trigger refuses every change but one: the person's name and
 * address are removed with an account.
 */
export const invoices = pgTable(
  "invoices",
  {
    id: identity(),
    kind: text({ enum: documentKinds }).notNull(),
    prefix: text().notNull(),
    year: text().notNull(),
    sequence: integer().notNull(),
    number: text().notNull(),
    orderId: reference(() => orders.id),
    // The document that a credit note takes from.
    creditedId: integer().references((): AnyPgColumn => invoices.id),
    // The day in Asia/Kolkata.
    date: date({ mode: "string" }).notNull(),
    issuedAt: createdAt(),
    // The shop and the order as they were: lib/invoices/content.ts.
    content: jsonb().notNull(),
    // Null where the law does not ask for them and the person has gone.
    buyerName: text(),
    buyerAddress: text(),
    // Why a credit note was issued.
    reason: text(),
    total: paise(),
  },
  (t) => [
    uniqueIndex("invoices_number").on(t.number),
    unique("invoices_sequence").on(t.prefix, t.year, t.sequence),
    index("invoices_order").on(t.orderId, t.id),
    index("invoices_credited").on(t.creditedId).where(sql`${t.creditedId} is not null`),
    index("invoices_date").on(t.date, t.id),
    check("invoices_kind", oneOf("kind", documentKinds)),
    check("invoices_number", within("length(number)", { min: 1, max: MAX_NUMBER })),
    check("invoices_credited", sql`(kind = 'credit_note') = (credited_id is not null)`),
    check("invoices_total", sql`total > 0`),
  ],
);

/** The lines of these documents, in paise; each adds up to the paisa. */
export const invoiceLines = pgTable(
  "invoice_lines",
  {
    invoiceId: reference(() => invoices.id),
    // From 1.
    position: integer().notNull(),
    name: text().notNull(),
    hsn: text().notNull(),
    // Null for what is no number of packs: a part of a price that a credit note takes back.
    quantity: integer(),
    // In hundredths of a percent: 500 is 5 %.
    rate: integer().notNull(),
    // The unit of the return; null in lines from before it was stored. Delivery and gift wrap have that of the sweets they go with.
    unit: text({ enum: unitCodes }),
    // The net weight of one pack; null unless the line is of packs with a weight.
    grams: integer(),
    taxable: paise(),
    cgst: paise(),
    sgst: paise(),
    igst: paise(),
    total: paise(),
  },
  (t) => [
    primaryKey({ columns: [t.invoiceId, t.position] }),
    check("invoice_lines_total", sql`total = taxable + cgst + sgst + igst`),
    check("invoice_lines_taxes", sql`least(taxable, cgst, sgst, igst) >= 0 and cgst = sgst and (igst = 0 or cgst = 0)`),
    check("invoice_lines_rate", sql`rate between 0 and 10000`),
    check("invoice_lines_unit", oneOf("unit", unitCodes)),
    check("invoice_lines_grams", sql`grams is null or (grams > 0 and unit = 'KGS') is true`),
  ],
);

/**
 * The outbox: messages to be sent, each written in the transaction of the event that it is about. It names the event alone; the
 * text is made from the order, payment or enquiry when it is sent, so that it contains nothing that was deleted since.
 */
export const messages = pgTable(
  "messages",
  {
    id: identity(),
    kind: text({ enum: messageKinds }).notNull(),
    // The event: each has one message. "order_shipped:812" is the row 812 of the order's history.
    event: text().notNull(),
    orderId: integer().references(() => orders.id),
    paymentId: integer().references(() => payments.id),
    enquiryId: integer().references(() => enquiries.id, { onDelete: "cascade" }),
    sweetId: integer().references(() => sweets.id),
    webhookId: integer().references(() => webhooks.id, { onDelete: "cascade" }),
    // Who gets a link to a new password or an invitation; such a row is deleted as soon as it has been dealt with.
    email: text(),
    state: text({ enum: messageStates }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    // When it is tried, for what waits.
    nextAttemptAt: createdAt(),
    lastError: text(),
    // It waits because its recipient has had enough mails, not because the mail server refused it.
    postponed: boolean().notNull().default(false),
    // The message whose mail says this one too; its own state is then 'handled'. No foreign key: a restore brings the rows in any order.
    mergedInto: integer(),
    createdAt: createdAt(),
    // When it came to its state.
    at: createdAt(),
  },
  (t) => [
    uniqueIndex("messages_event").on(t.event),
    index("messages_waiting").on(t.nextAttemptAt, t.id).where(sql`${t.state} = 'waiting'`),
    index("messages_sending").on(t.at).where(sql`${t.state} = 'sending'`),
    // What the owner looks for among many that were sent.
    index("messages_not_sent").on(t.id.desc().nullsFirst()).where(sql`${t.state} <> 'sent'`),
    index("messages_newest").on(t.id.desc().nullsFirst()),
    index("messages_order").on(t.orderId).where(sql`${t.orderId} is not null`),
    index("messages_enquiry").on(t.enquiryId).where(sql`${t.enquiryId} is not null`),
    // The few links that wait to be sent: those of an account go with it.
    index("messages_email").on(sql`lower(${t.email})`).where(sql`${t.email} is not null`),
    index("messages_webhook").on(t.webhookId).where(sql`${t.webhookId} is not null`),
    index("messages_old").on(t.at).where(sql`${t.state} not in ('waiting', 'sending')`),
    index("messages_merged").on(t.mergedInto, t.id).where(sql`${t.mergedInto} is not null`),
    check("messages_kind", oneOf("kind", messageKinds)),
    check("messages_state", oneOf("state", messageStates)),
  ],
);

/**
 * The mails of the last day, counted before the mail server gets them. It outlives messages and accounts, so that nobody gets more mails by
 * deleting an account and opening it again.
 */
export const mailSendings = pgTable(
  "mail_sendings",
  {
    messageId: integer().notNull(),
    // The try of the message, as in messages.attempts.
    attempt: integer().notNull(),
    // A keyed hash of the address (lib/messages/limit-commands.ts), or 'owner'.
    recipient: text().notNull(),
    at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.attempt] }),
    index("mail_sendings_recipient").on(t.recipient, t.at),
    index("mail_sendings_at").on(t.at),
  ],
);

/** Addresses of other programs to which events are sent. */
export const webhooks = pgTable(
  "webhooks",
  {
    id: identity(),
    url: text().notNull(),
    // The types of event that are sent to it.
    events: text({ enum: eventTypes }).array().notNull(),
    active: boolean().notNull().default(true),
    // What signs, encrypted (lib/auth/secrets.ts), and the one before it, which signs too until it ends.
    secret: text().notNull(),
    oldSecret: text(),
    oldSecretEnds: moment(),
    createdAt: createdAt(),
    // When it was last switched on: only what happened since then can switch it off.
    activeSince: createdAt(),
  },
  () => [check("webhooks_url", within("length(url)", { min: 1, max: MAX_URL }))],
);

/**
 * Deliveries of events: one row for each webhook and event, written in the transaction of the event (lib/events.ts). It names the event alone.
 * `body` is made at the first attempt and is the same in all later ones.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid().primaryKey().defaultRandom(),
    webhookId: reference(() => webhooks.id, "cascade"),
    type: text({ enum: deliveryTypes }).notNull(),
    orderId: integer().references(() => orders.id),
    paymentId: integer().references(() => payments.id),
    sweetId: integer().references(() => sweets.id),
    enquiryId: integer().references(() => enquiries.id, { onDelete: "cascade" }),
    // The day of the sweet's plan.
    day: date({ mode: "string" }),
    body: text(),
    state: text({ enum: deliveryStates }).notNull().default("pending"),
    attempts: integer().notNull().default(0),
    // What the receiver has answered to the last attempt, and why it failed.
    status: integer(),
    error: text(),
    // When what is pending is tried; while it is being tried, when it is taken up again if nobody says how that ended.
    nextAttemptAt: createdAt(),
    createdAt: createdAt(),
    // When it was last tried.
    at: moment(),
  },
  (t) => [
    index("webhook_deliveries_due").on(t.webhookId, t.nextAttemptAt).where(sql`${t.state} = 'pending'`),
    index("webhook_deliveries_newest").on(t.webhookId, t.createdAt.desc().nullsFirst(), t.id),
    index("webhook_deliveries_old").on(t.createdAt),
    index("webhook_deliveries_order").on(t.orderId).where(sql`${t.orderId} is not null`),
    index("webhook_deliveries_enquiry").on(t.enquiryId).where(sql`${t.enquiryId} is not null`),
    check("webhook_deliveries_type", oneOf("type", deliveryTypes)),
    check("webhook_deliveries_state", oneOf("state", deliveryStates)),
  ],
);

/**
 * Places of a window that orders hold: `taken` is always the number of orders with this window which are not cancelled. A row is
 * locked after sweets and cart lines (lib/delivery/places.ts).
 */
export const slotPlaces = pgTable(
  "slot_places",
  {
    date: date({ mode: "string" }).notNull(),
    from: text("from_time").notNull(),
    pool: text({ enum: placePools }).notNull(),
    taken: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.date, t.from, t.pool] }),
    check("slot_places_taken", sql`taken >= 0`),
    check("slot_places_pool", oneOf("pool", placePools)),
  ],
);

/** Name, pack and price as sold: later edits of the sweet do not reach them. */
export const orderLines = pgTable(
  "order_lines",
  {
    id: bigIdentity(),
    orderId: reference(() => orders.id),
    sweetId: reference(() => sweets.id),
    // Null in lines from before there were packs: they are of the sweet's first pack (line_pack() of db/functions/packs.sql).
    packId: integer(),
    name: text().notNull(),
    packLabel: text(),
    // The net weight of one pack; null when it has none.
    grams: integer(),
    // Of one pack.
    price: paise(),
    // Packs.
    quantity: integer().notNull(),
    // The day from whose plan it is; null: from stock.
    day: date({ mode: "string" }),
  },
  (t) => [
    foreignKey({ name: "order_lines_pack", columns: [t.sweetId, t.packId], foreignColumns: [packs.sweetId, packs.id] }),
    uniqueIndex("order_lines_order_pack").on(t.orderId, t.packId),
    index("order_lines_sweet_pack").on(t.sweetId, t.packId, t.orderId, t.quantity),
    index("order_lines_day").on(t.day, t.sweetId).where(sql`${t.day} is not null`),
    check("order_lines_quantity", sql`quantity >= 1`),
    check("order_lines_price", sql`price >= 1`),
  ],
);

/**
 * Orders and their totals by Asia/Kolkata day and status: maintained by a trigger, so that lists and reports never read all orders. Sums over
 * `shard` are the totals; there are several shards so that buyers who order at once do not wait for one row.
 */
export const orderTotals = pgTable(
  "order_totals",
  {
    day: date({ mode: "string" }).notNull(),
    status: text().notNull(),
    shard: integer().notNull(),
    orders: integer().notNull(),
    total: paise(),
  },
  (t) => [primaryKey({ columns: [t.day, t.status, t.shard] })],
);

/** Packs of each sweet in orders that are not cancelled, and their weight as far as it is known: maintained by triggers. */
export const sweetSales = pgTable(
  "sweet_sales",
  {
    sweetId: integer()
      .primaryKey()
      .references(() => sweets.id),
    // The column is called units from before sweets had packs.
    packs: bigint("units", { mode: "number" }).notNull(),
    grams: bigint({ mode: "number" }).notNull().default(0),
  },
  (t) => [index("sweet_sales_most").on(t.packs.desc().nullsFirst(), t.sweetId)],
);

/** Every change of an order's status; the first row is Pending, from nothing. */
export const orderStatusHistory = pgTable(
  "order_status_history",
  {
    id: bigIdentity(),
    orderId: reference(() => orders.id),
    from: text("from_status", { enum: statuses }),
    to: text("to_status", { enum: statuses }).notNull(),
    byUserId: integer().references(() => users.id, { onDelete: "set null" }),
    // Why, when nobody has done it: "Not paid in time".
    reason: text(),
    at: createdAt(),
  },
  (t) => [
    index("order_status_history_order").on(t.orderId, t.id),
    index("order_status_history_author").on(t.byUserId, t.at, t.id).where(sql`${t.byUserId} is not null`),
    check("order_status_history_to", oneOf("to_status", statuses)),
  ],
);

/** Which browser has an order that was placed without an account: the hash of its cart's cookie. It outlives the cart. */
export const orderBrowsers = pgTable(
  "order_browsers",
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    tokenHash: text().notNull(),
  },
  (t) => [index("order_browsers_token").on(t.tokenHash, t.orderId)],
);

/**
 * A change of one field of an order by staff, with its text before and after. The text of a window: "2026-11-23 10:00-13:00". The texts of
 * `items` name the sweets that went and those that came: "2 × Kaju Katli, 500 g (₹1,358)".
 */
export const orderCorrections = pgTable(
  "order_corrections",
  {
    id: bigIdentity(),
    orderId: reference(() => orders.id),
    field: text({ enum: recordedFields }).notNull(),
    from: text("from_text"),
    to: text("to_text").notNull(),
    byUserId: integer().references(() => users.id, { onDelete: "set null" }),
    at: createdAt(),
  },
  (t) => [
    index("order_corrections_order").on(t.orderId, t.id),
    index("order_corrections_author").on(t.byUserId, t.at, t.id).where(sql`${t.byUserId} is not null`),
  ],
);

/**
 * Every change of a sweet's stock: who, when, why, how many units, what for. Its sum is the stock, always. Entries of a day, batches aside, are
 * what was set aside for it (negative) and what came back: their sum is what is set aside.
 */
export const stockLedger = pgTable(
  "stock_ledger",
  {
    id: bigIdentity(),
    sweetId: reference(() => sweets.id),
    // Units put in (positive) or taken out (negative).
    delta: integer().notNull(),
    reason: text({ enum: ledgerReasons }).notNull(),
    userId: integer().references(() => users.id, { onDelete: "set null" }),
    orderId: integer().references(() => orders.id),
    // The cart that held or released; no reference, since carts are deleted.
    cartId: integer(),
    // The day of the plan from which the units came, or for which they were set aside.
    day: date({ mode: "string" }),
    // Why something was thrown away.
    note: text(),
    at: createdAt(),
  },
  (t) => [
    index("stock_ledger_sweet").on(t.sweetId, t.id.desc().nullsFirst()),
    index("stock_ledger_order").on(t.orderId),
    index("stock_ledger_user").on(t.userId),
    // The ledger grows in the order of its times: a small index finds the blocks of a span for the report of plans.
    index("stock_ledger_at").using("brin", t.at),
    index("stock_ledger_day").on(t.day, t.sweetId).where(sql`${t.day} is not null`),
    check("stock_ledger_delta", sql`delta <> 0`),
    // Instances of the version before still write `lapse` for `expire` while they are replaced.
    check("stock_ledger_reason", oneOf("reason", [...ledgerReasons, "lapse"])),
  ],
);

/** First answers of requests that carried an Idempotency-Key, written in the transaction of the work itself. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    // `user:<id>` or `cart:<id>`: one person's key is not another's.
    scope: text().notNull(),
    key: text().notNull(),
    // sha256 of method, path and body.
    requestHash: text().notNull(),
    status: integer().notNull(),
    response: jsonb().$type<{ json: string; location?: string }>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index("idempotency_keys_created").on(t.createdAt)],
);

/** Contact messages and custom orders. */
export const enquiries = pgTable(
  "enquiries",
  {
    id: identity(),
    // Who sent it signed in: it is in that person's data and goes with that account. Whoever only typed an e-mail owns nothing by it.
    userId: integer().references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: enquiryKinds }).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    subject: text(),
    message: text().notNull(),
    occasion: text(),
    eventDate: date({ mode: "string" }),
    quantity: text(),
    budget: text(),
    createdAt: createdAt(),
    doneAt: moment(),
    doneBy: integer().references(() => users.id, { onDelete: "set null" }),
  },
  (t) => [
    index("enquiries_newest").on(t.id.desc().nullsFirst()),
    index("enquiries_open").on(t.id.desc().nullsFirst()).where(sql`${t.doneAt} is null`),
    index("enquiries_user").on(t.userId).where(sql`${t.userId} is not null`),
    index("enquiries_done_by").on(t.doneBy).where(sql`${t.doneBy} is not null`),
    // Those that were dealt with are deleted after a year.
    index("enquiries_done").on(t.doneAt).where(sql`${t.doneAt} is not null`),
    check("enquiries_kind", oneOf("kind", enquiryKinds)),
  ],
);

/** Counters of the rate limits, shared by all instances. UNLOGGED by the migration, since their loss is harmless. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    // The limit's name and whom it counts: `reserve:203.0.113.7`.
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: moment().notNull(),
  },
  (t) => [index("rate_limits_reset").on(t.resetsAt)],
);

/**
 * The sections of the shop's settings that the owner has saved, as the API writes them (lib/settings/schema.ts). A section without a
 * row has the values of lib/settings/defaults.ts and version 0.
 */
export const settings = pgTable(
  "settings",
  {
    section: text({ enum: sections }).primaryKey(),
    version: integer().notNull(),
    value: jsonb().notNull(),
    updatedAt: createdAt(),
  },
  () => [check("settings_section", oneOf("section", sections)), check("settings_version", sql`version >= 1`)],
);

/** Every change of a section: who, when, from, to. */
export const settingsHistory = pgTable(
  "settings_history",
  {
    id: bigIdentity(),
    section: text({ enum: sections }).notNull(),
    // The version that the change made.
    version: integer().notNull(),
    // Null for the first change: it replaced the default.
    from: jsonb("from_value"),
    to: jsonb("to_value").notNull(),
    byUserId: integer().references(() => users.id, { onDelete: "set null" }),
    at: createdAt(),
  },
  (t) => [
    unique("settings_history_version").on(t.section, t.version),
    index("settings_history_author").on(t.byUserId, t.at, t.id).where(sql`${t.byUserId} is not null`),
  ],
);

/** Has its one row while the owners have put the first steps on their dashboard away (lib/reports/first-steps.ts). */
export const firstStepsAway = pgTable(
  "first_steps_away",
  { id: integer().primaryKey().default(1), at: createdAt() },
  () => [check("first_steps_away_one", sql`id = 1`)],
);

export type PlanRow = typeof plans.$inferSelect;
export type PlanDayRow = typeof planDays.$inferSelect;
export type SweetRow = typeof sweets.$inferSelect;
export type OrderRow = typeof orders.$inferSelect;
