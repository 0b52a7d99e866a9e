-- The whole database as of the first release: the tables of db/schema.ts as drizzle-kit writes them, between what it cannot express, and then
-- the functions and triggers of db/functions.
--
-- Trigrams forgive typing errors and search inside names. Both extensions are trusted: the owner of a database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"cart_id" integer NOT NULL,
	"sweet_id" integer NOT NULL,
	"pack_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"held" integer NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"address_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_lines_cart_id_pack_id_pk" PRIMARY KEY("cart_id","pack_id"),
	CONSTRAINT "cart_lines_address" CHECK (held > 0 or address_hash is null),
	CONSTRAINT "cart_lines_quantity" CHECK (quantity between 1 and 200000),
	CONSTRAINT "cart_lines_held" CHECK (held between 0 and quantity),
	CONSTRAINT "cart_lines_expiry" CHECK ((held > 0) = (expires_at is not null))
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "carts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"token_hash" text,
	"gift_wrap" boolean DEFAULT false NOT NULL,
	"personal_message" text DEFAULT '' NOT NULL,
	"checkout_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "carts_owner" CHECK (num_nonnulls(user_id, token_hash) = 1),
	CONSTRAINT "carts_message" CHECK (length(personal_message) <= 500)
);
--> statement-breakpoint
CREATE TABLE "enquiries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enquiries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"subject" text,
	"message" text NOT NULL,
	"occasion" text,
	"event_date" date,
	"quantity" text,
	"budget" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone,
	"done_by" integer,
	CONSTRAINT "enquiries_kind" CHECK (kind in ('contact', 'custom_order'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"response" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"blur" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"invoice_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"hsn" text NOT NULL,
	"quantity" integer,
	"rate" integer NOT NULL,
	"taxable" bigint NOT NULL,
	"cgst" bigint NOT NULL,
	"sgst" bigint NOT NULL,
	"igst" bigint NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "invoice_lines_invoice_id_position_pk" PRIMARY KEY("invoice_id","position"),
	CONSTRAINT "invoice_lines_total" CHECK (total = taxable + cgst + sgst + igst),
	CONSTRAINT "invoice_lines_taxes" CHECK (least(taxable, cgst, sgst, igst) >= 0 and cgst = sgst and (igst = 0 or cgst = 0)),
	CONSTRAINT "invoice_lines_rate" CHECK (rate between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"prefix" text NOT NULL,
	"year" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_series_prefix_year_pk" PRIMARY KEY("prefix","year"),
	CONSTRAINT "invoice_series_last" CHECK (last >= 1)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"prefix" text NOT NULL,
	"year" text NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"order_id" integer NOT NULL,
	"credited_id" integer,
	"date" date NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"content" jsonb NOT NULL,
	"buyer_name" text,
	"buyer_address" text,
	"reason" text,
	"total" bigint NOT NULL,
	CONSTRAINT "invoices_sequence" UNIQUE("prefix","year","sequence"),
	CONSTRAINT "invoices_kind" CHECK (kind in ('tax_invoice', 'bill_of_supply', 'credit_note')),
	CONSTRAINT "invoices_number" CHECK (length(number) between 1 and 16),
	CONSTRAINT "invoices_credited" CHECK ((kind = 'credit_note') = (credited_id is not null)),
	CONSTRAINT "invoices_total" CHECK (total > 0)
);
--> statement-breakpoint
CREATE TABLE "mail_sendings" (
	"message_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"recipient" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_sendings_message_id_attempt_pk" PRIMARY KEY("message_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"event" text NOT NULL,
	"order_id" integer,
	"payment_id" integer,
	"enquiry_id" integer,
	"sweet_id" integer,
	"email" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"postponed" boolean DEFAULT false NOT NULL,
	"merged_into" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_kind" CHECK (kind in ('order_received', 'window_changed', 'order_shipped', 'order_completed', 'order_cancelled', 'payment_received', 'payment_rejected', 'refund', 'enquiry_received', 'new_order', 'upi_claimed', 'new_enquiry', 'sold_out', 'password_reset')),
	CONSTRAINT "messages_state" CHECK (state in ('waiting', 'sending', 'sent', 'unknown', 'failed', 'handled'))
);
--> statement-breakpoint
CREATE TABLE "order_corrections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"field" text NOT NULL,
	"from_text" text,
	"to_text" text NOT NULL,
	"by_user_id" integer,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"sweet_id" integer NOT NULL,
	"pack_id" integer,
	"name" text NOT NULL,
	"pack_label" text,
	"grams" integer,
	"price" bigint NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_lines_quantity" CHECK (quantity >= 1),
	CONSTRAINT "order_lines_price" CHECK (price >= 1)
);
--> statement-breakpoint
CREATE TABLE "order_status_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_status_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"by_user_id" integer,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_status_history_to" CHECK (to_status in ('Pending', 'Processing', 'Shipped', 'Completed', 'Cancelled'))
);
--> statement-breakpoint
CREATE TABLE "order_totals" (
	"day" date NOT NULL,
	"status" text NOT NULL,
	"shard" integer NOT NULL,
	"orders" integer NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "order_totals_day_status_shard_pk" PRIMARY KEY("day","status","shard")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"status" text DEFAULT 'Pending' NOT NULL,
	"channel" text NOT NULL,
	"total" bigint NOT NULL,
	"gift_wrap" boolean DEFAULT false NOT NULL,
	"personal_message" text,
	"recipient_name" text,
	"delivery_address" text,
	"phone_number" text,
	"notes" text,
	"method" text,
	"pincode" text,
	"area_name" text,
	"area_kind" text,
	"delivery_fee" bigint DEFAULT 0 NOT NULL,
	"slot_date" date,
	"slot_from" text,
	"slot_to" text,
	"payment_method" text DEFAULT 'cod' NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"claimed" bigint DEFAULT 0 NOT NULL,
	"payment_state" text DEFAULT 'unpaid' NOT NULL,
	"packed_at" timestamp (3) with time zone,
	"internal_note" text,
	"stock_returned" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_status" CHECK (status in ('Pending', 'Processing', 'Shipped', 'Completed', 'Cancelled')),
	CONSTRAINT "orders_channel" CHECK (channel in ('web', 'api', 'counter')),
	CONSTRAINT "orders_total" CHECK (total > 0),
	CONSTRAINT "orders_payment_method" CHECK (payment_method in ('cod', 'upi', 'cash', 'card')),
	CONSTRAINT "orders_payment_state" CHECK (payment_state in ('unpaid', 'claimed', 'part_paid', 'paid', 'part_refunded', 'refunded')),
	CONSTRAINT "orders_payments" CHECK (claimed >= 0 and refunded between 0 and received),
	CONSTRAINT "orders_method" CHECK (method in ('delivery', 'courier', 'pickup')),
	CONSTRAINT "orders_pincode" CHECK (pincode ~ '^[1-9][0-9]{5}$'),
	CONSTRAINT "orders_area" CHECK ((area_name is null) = (area_kind is null)),
	CONSTRAINT "orders_fee" CHECK (delivery_fee >= 0 and (delivery_fee = 0 or coalesce(method in ('delivery', 'courier'), false))),
	CONSTRAINT "orders_slot" CHECK (num_nonnulls(slot_date, slot_from, slot_to) in (0, 3) and (slot_date is null or coalesce(method in ('delivery', 'pickup'), false)))
);
--> statement-breakpoint
CREATE TABLE "packs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "packs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sweet_id" integer NOT NULL,
	"label" text NOT NULL,
	"grams" integer,
	"units" integer NOT NULL,
	"price" bigint NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "packs_of_sweet" UNIQUE("sweet_id","id"),
	CONSTRAINT "packs_label" CHECK (length(label) between 1 and 40),
	CONSTRAINT "packs_grams" CHECK (grams between 1 and 100000),
	CONSTRAINT "packs_units" CHECK (units between 1 and 1000),
	CONSTRAINT "packs_price" CHECK (price between 1 and 100000000),
	CONSTRAINT "packs_default_active" CHECK (active or not is_default)
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"method" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text NOT NULL,
	"reference" text,
	"reason" text,
	"above_due" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by_user_id" integer,
	CONSTRAINT "payments_amount" CHECK (amount > 0),
	CONSTRAINT "payments_method" CHECK (method in ('cod', 'upi', 'cash', 'card')),
	CONSTRAINT "payments_state" CHECK (state in ('claimed', 'received', 'refunded', 'failed')),
	CONSTRAINT "payments_reference" CHECK (length(reference) between 1 and 60),
	CONSTRAINT "payments_reason" CHECK (length(reason) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"word" text NOT NULL,
	"means" text NOT NULL,
	CONSTRAINT "search_synonyms_word_means_pk" PRIMARY KEY("word","means"),
	CONSTRAINT "search_synonyms_word" CHECK ("search_synonyms"."word" = lower("search_synonyms"."word") and length("search_synonyms"."word") between 1 and 60),
	CONSTRAINT "search_synonyms_means" CHECK ("search_synonyms"."means" = lower("search_synonyms"."means") and length("search_synonyms"."means") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"in_name" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_kind" CHECK (kind in ('browser', 'api'))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"section" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_section" CHECK (section in ('shop', 'areas', 'windows', 'pause', 'notice', 'payments', 'tax', 'messages')),
	CONSTRAINT "settings_version" CHECK (version >= 1)
);
--> statement-breakpoint
CREATE TABLE "settings_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settings_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"section" text NOT NULL,
	"version" integer NOT NULL,
	"from_value" jsonb,
	"to_value" jsonb NOT NULL,
	"by_user_id" integer,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_history_version" UNIQUE("section","version")
);
--> statement-breakpoint
CREATE TABLE "slot_places" (
	"date" date NOT NULL,
	"from_time" text NOT NULL,
	"pool" text NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "slot_places_date_from_time_pool_pk" PRIMARY KEY("date","from_time","pool"),
	CONSTRAINT "slot_places_taken" CHECK (taken >= 0),
	CONSTRAINT "slot_places_pool" CHECK (pool in ('delivery', 'pickup'))
);
--> statement-breakpoint
CREATE TABLE "stock_ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sweet_id" integer NOT NULL,
	"delta" integer NOT NULL,
	"reason" text NOT NULL,
	"user_id" integer,
	"order_id" integer,
	"cart_id" integer,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_ledger_delta" CHECK (delta <> 0),
	CONSTRAINT "stock_ledger_reason" CHECK (reason in ('initial', 'restock', 'adjustment', 'hold', 'release', 'lapse', 'order', 'purchase', 'cancel', 'reinstate', 'unit_change'))
);
--> statement-breakpoint
CREATE TABLE "sweet_counts" (
	"category" text NOT NULL,
	"featured" boolean NOT NULL,
	"gift_box" boolean NOT NULL,
	"sweets" integer NOT NULL,
	CONSTRAINT "sweet_counts_category_featured_gift_box_pk" PRIMARY KEY("category","featured","gift_box"),
	CONSTRAINT "sweet_counts_sweets" CHECK (sweets >= 0)
);
--> statement-breakpoint
CREATE TABLE "sweet_sales" (
	"sweet_id" integer PRIMARY KEY NOT NULL,
	"units" bigint NOT NULL,
	"grams" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sweets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sweets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"price" bigint NOT NULL,
	"category" text NOT NULL,
	"quantity" integer NOT NULL,
	"default_units" integer DEFAULT 1 NOT NULL,
	"largest_units" integer DEFAULT 1 NOT NULL,
	"low" boolean GENERATED ALWAYS AS (quantity < 5 * default_units) STORED NOT NULL,
	"image_id" text,
	"image_alt" text,
	"featured" boolean DEFAULT false NOT NULL,
	"sugar_free" boolean DEFAULT false NOT NULL,
	"gift_box" boolean DEFAULT false NOT NULL,
	"net_weight_grams" integer,
	"ingredients" text,
	"allergens" text[] DEFAULT '{}' NOT NULL,
	"shelf_life_days" integer,
	"storage" text,
	"vegetarian" boolean,
	"own_prep_hours" integer,
	"prep_hours" integer GENERATED ALWAYS AS (coalesce(own_prep_hours, case when category = 'Cakes' then 24 else 0 end)) STORED NOT NULL,
	"own_travels" boolean,
	"travels" boolean GENERATED ALWAYS AS (coalesce(own_travels, shelf_life_days >= 7, false)) STORED NOT NULL,
	"own_hsn" text,
	"hsn" text GENERATED ALWAYS AS (coalesce(own_hsn, case category when 'Traditional Sweets' then '2106' when 'Dry Fruits' then '0813' when 'Sugar-Free' then '2106' when 'Cakes' then '1905' when 'Seasonal Specials' then '2106' end)) STORED NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', regexp_replace(name, '[^[:alnum:]\u0300-\u036f\u0900-\u0963\u0966-\u0dff]+', ' ', 'g')), 'A') || setweight(to_tsvector('simple', regexp_replace(category, '[^[:alnum:]\u0300-\u036f\u0900-\u0963\u0966-\u0dff]+', ' ', 'g')), 'B') || setweight(to_tsvector('simple', regexp_replace(description, '[^[:alnum:]\u0300-\u036f\u0900-\u0963\u0966-\u0dff]+', ' ', 'g')), 'D')) STORED NOT NULL,
	CONSTRAINT "sweets_quantity" CHECK (quantity between 0 and 1000000000),
	CONSTRAINT "sweets_units" CHECK (default_units >= 1 and largest_units >= default_units),
	CONSTRAINT "sweets_price" CHECK (price between 1 and 100000000),
	CONSTRAINT "sweets_category" CHECK (category in ('Traditional Sweets', 'Dry Fruits', 'Sugar-Free', 'Cakes', 'Seasonal Specials')),
	CONSTRAINT "sweets_prep_hours" CHECK (own_prep_hours between 0 and 720),
	CONSTRAINT "sweets_hsn" CHECK (own_hsn ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$'),
	CONSTRAINT "sweets_name" CHECK (length(name) between 2 and 120),
	CONSTRAINT "sweets_description" CHECK (length(description) between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text DEFAULT 'customer' NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role" CHECK (role in ('customer', 'admin')),
	CONSTRAINT "users_email" CHECK (email = lower(email) and length(email) between 3 and 254),
	CONSTRAINT "users_name" CHECK (length(name) between 1 and 120)
);
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_pack" FOREIGN KEY ("sweet_id","pack_id") REFERENCES "public"."packs"("sweet_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiries" ADD CONSTRAINT "enquiries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiries" ADD CONSTRAINT "enquiries_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credited_id_invoices_id_fk" FOREIGN KEY ("credited_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_enquiry_id_enquiries_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."enquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_corrections" ADD CONSTRAINT "order_corrections_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_corrections" ADD CONSTRAINT "order_corrections_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_pack" FOREIGN KEY ("sweet_id","pack_id") REFERENCES "public"."packs"("sweet_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_status_history" ADD CONSTRAINT "order_status_history_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_status_history" ADD CONSTRAINT "order_status_history_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packs" ADD CONSTRAINT "packs_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings_history" ADD CONSTRAINT "settings_history_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sweet_sales" ADD CONSTRAINT "sweet_sales_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sweets" ADD CONSTRAINT "sweets_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cart_lines_sweet" ON "cart_lines" USING btree ("sweet_id","pack_id");--> statement-breakpoint
CREATE INDEX "cart_lines_expiry" ON "cart_lines" USING btree ("expires_at") WHERE "cart_lines"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "cart_lines_held" ON "cart_lines" USING btree ("sweet_id","address_hash") WHERE "cart_lines"."held" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "carts_user" ON "carts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "carts_token" ON "carts" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "carts_updated" ON "carts" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "enquiries_newest" ON "enquiries" USING btree ("id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "enquiries_open" ON "enquiries" USING btree ("id" DESC NULLS FIRST) WHERE "enquiries"."done_at" is null;--> statement-breakpoint
CREATE INDEX "enquiries_user" ON "enquiries" USING btree ("user_id") WHERE "enquiries"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "enquiries_done" ON "enquiries" USING btree ("done_at") WHERE "enquiries"."done_at" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE INDEX "invoices_order" ON "invoices" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "invoices_credited" ON "invoices" USING btree ("credited_id") WHERE "invoices"."credited_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_date" ON "invoices" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "mail_sendings_recipient" ON "mail_sendings" USING btree ("recipient","at");--> statement-breakpoint
CREATE INDEX "mail_sendings_at" ON "mail_sendings" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_event" ON "messages" USING btree ("event");--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("next_attempt_at","id") WHERE "messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "messages_sending" ON "messages" USING btree ("at") WHERE "messages"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "messages_not_sent" ON "messages" USING btree ("id" DESC NULLS FIRST) WHERE "messages"."state" <> 'sent';--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "messages_order" ON "messages" USING btree ("order_id") WHERE "messages"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_enquiry" ON "messages" USING btree ("enquiry_id") WHERE "messages"."enquiry_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_old" ON "messages" USING btree ("at") WHERE "messages"."state" not in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "messages_merged" ON "messages" USING btree ("merged_into","id") WHERE "messages"."merged_into" is not null;--> statement-breakpoint
CREATE INDEX "messages_to_owner" ON "messages" USING btree ("id","created_at") WHERE kind in ('new_order', 'upi_claimed', 'new_enquiry', 'sold_out');--> statement-breakpoint
CREATE INDEX "order_corrections_order" ON "order_corrections" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_order_pack" ON "order_lines" USING btree ("order_id","pack_id");--> statement-breakpoint
CREATE INDEX "order_lines_sweet_pack" ON "order_lines" USING btree ("sweet_id","pack_id","order_id","quantity");--> statement-breakpoint
CREATE INDEX "order_status_history_order" ON "order_status_history" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","status","total");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("recipient_name" gin_trgm_ops,regexp_replace("phone_number", '\D', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_slot" ON "orders" USING btree ("slot_date","slot_from","id") WHERE "orders"."slot_date" is not null;--> statement-breakpoint
CREATE INDEX "orders_to_pack" ON "orders" USING btree ("id") WHERE "orders"."slot_date" is null and "orders"."packed_at" is null and ("orders"."channel" <> 'counter' or "orders"."method" is not null) and "orders"."status" in ('Pending', 'Processing');--> statement-breakpoint
CREATE INDEX "orders_payment" ON "orders" USING btree ("payment_state","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_upi_unpaid" ON "orders" USING btree ("created_at") WHERE "orders"."payment_method" = 'upi' and "orders"."payment_state" = 'unpaid' and "orders"."status" <> 'Cancelled';--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("created_at") WHERE "orders"."received" < "orders"."total" and "orders"."status" <> 'Cancelled';--> statement-breakpoint
CREATE INDEX "orders_to_refund" ON "orders" USING btree ("id") WHERE "orders"."status" = 'Cancelled' and "orders"."received" > "orders"."refunded";--> statement-breakpoint
CREATE INDEX "orders_packed" ON "orders" USING btree ("packed_at") WHERE "orders"."packed_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "packs_default" ON "packs" USING btree ("sweet_id") WHERE "packs"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "packs_label" ON "packs" USING btree ("sweet_id",lower("label"));--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "payments_moved" ON "payments" USING btree ("at","method","state","amount") WHERE "payments"."state" in ('received', 'refunded');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_utr" ON "payments" USING btree ("reference") WHERE "payments"."method" = 'upi' and "payments"."state" in ('claimed', 'received');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_claim" ON "payments" USING btree ("order_id") WHERE "payments"."state" = 'claimed';--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("by_user_id") WHERE "payments"."by_user_id" is not null;--> statement-breakpoint
CREATE INDEX "rate_limits_reset" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "search_words_prefix" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_similar" ON "search_words" USING gin ("word" gin_trgm_ops) WHERE "search_words"."in_name";--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "stock_ledger_sweet" ON "stock_ledger" USING btree ("sweet_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stock_ledger_order" ON "stock_ledger" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "stock_ledger_user" ON "stock_ledger" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sweet_sales_most" ON "sweet_sales" USING btree ("units" DESC NULLS FIRST,"sweet_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sweets_slug" ON "sweets" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "sweets_newest" ON "sweets" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "sweets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sweets_price" ON "sweets" USING btree ("price","id") WHERE "sweets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sweets_name" ON "sweets" USING btree (lower("name"),"id") WHERE "sweets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sweets_name_parts" ON "sweets" USING gin ("name" gin_trgm_ops) WHERE "sweets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sweets_category_newest" ON "sweets" USING btree ("category","created_at","id") WHERE "sweets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sweets_category_price" ON "sweets" USING btree ("category","price","id") WHERE "sweets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sweets_category_name" ON "sweets" USING btree ("category",lower("name"),"id") WHERE "sweets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sweets_category_id" ON "sweets" USING btree ("category","id") WHERE "sweets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sweets_featured" ON "sweets" USING btree ("created_at","id") WHERE "sweets"."deleted_at" is null and "sweets"."featured";--> statement-breakpoint
CREATE INDEX "sweets_gift_boxes" ON "sweets" USING btree ("created_at","id") WHERE "sweets"."deleted_at" is null and "sweets"."gift_box";--> statement-breakpoint
CREATE INDEX "sweets_low" ON "sweets" USING btree ("id") WHERE "sweets"."deleted_at" is null and "sweets"."low";--> statement-breakpoint
CREATE INDEX "sweets_sample" ON "sweets" USING btree ("id") WHERE "sweets"."deleted_at" is null and "sweets"."sample";--> statement-breakpoint
CREATE INDEX "sweets_image" ON "sweets" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "sweets_search" ON "sweets" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("name" gin_trgm_ops,"email" gin_trgm_ops);
--> statement-breakpoint
-- Counters of rate limits are written on every write request and may be lost with the server: they need no write-ahead log.
ALTER TABLE "rate_limits" SET UNLOGGED;
--> statement-breakpoint
-- Free space on each page for the next version of a row: an update of the quantity or of a total then changes no index.
ALTER TABLE "sweets" SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE "order_totals" SET (fillfactor = 50);
--> statement-breakpoint
-- The list that the owner starts with and edits under /admin/search-words.
INSERT INTO "search_synonyms" ("word", "means") VALUES
	('barfi', 'katli'),
	('burfi', 'barfi'),
	('burfi', 'katli'),
	('mithai', 'traditional sweets'),
	('mithai', 'sugar free'),
	('mithai', 'dry fruits'),
	('mithai', 'cakes'),
	('mithai', 'seasonal specials'),
	('mewa', 'dry fruits'),
	('meva', 'dry fruits'),
	('kaju', 'cashew'),
	('cashew', 'kaju'),
	('badam', 'almond'),
	('almond', 'badam'),
	('pista', 'pistachio'),
	('pistachio', 'pista'),
	('anjeer', 'fig'),
	('fig', 'anjeer'),
	('khajur', 'dates'),
	('akhrot', 'walnut'),
	('walnut', 'akhrot'),
	('kishmish', 'raisin'),
	('khumani', 'apricot'),
	('chilgoza', 'pine nut'),
	('nariyal', 'coconut'),
	('kesar', 'saffron'),
	('saffron', 'kesar'),
	('elaichi', 'cardamom'),
	('til', 'sesame'),
	('sesame', 'til'),
	('gur', 'jaggery'),
	('doodh', 'milk'),
	('aam', 'mango'),
	('hamper', 'box'),
	('sugarless', 'sugar free');
--> statement-breakpoint
-- The functions call each other in any order.
set local check_function_bodies = off;
--> statement-breakpoint
create or replace function end_sessions_on_role_change() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  delete from password_resets where user_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger end_sessions_on_role_change after update of role on users for each row
  when (old.role <> new.role) execute function end_sessions_on_role_change();
--> statement-breakpoint
create or replace function protect_invoices() returns trigger language plpgsql as $$
declare
  v_person constant text[] := '{buyer_name,buyer_address,reason}';
begin
  -- A line has no person: the columns are looked at in a document only.
  if tg_op = 'UPDATE' and tg_table_name = 'invoices' then
    if to_jsonb(new) - v_person = to_jsonb(old) - v_person
      and coalesce(new.buyer_name, old.buyer_name) is not distinct from old.buyer_name
      and coalesce(new.buyer_address, old.buyer_address) is not distinct from old.buyer_address
      and coalesce(new.reason, old.reason) is not distinct from old.reason then
      return new;
    end if;
  end if;
  raise exception 'an issued document cannot be changed' using errcode = 'check_violation', constraint = 'invoices_protected';
end $$;
--> statement-breakpoint
create or replace trigger protect_invoices before update or delete on invoices for each row execute function protect_invoices();
--> statement-breakpoint
create or replace trigger protect_invoice_lines before update or delete on invoice_lines for each row
  execute function protect_invoices();
--> statement-breakpoint
create or replace function pack_label(p_grams int) returns text language sql immutable as $$
  select case when p_grams is null then '1 piece'
              when p_grams < 1000 then p_grams || ' g'
              else trim_scale(p_grams / 1000.0) || ' kg' end
$$;
--> statement-breakpoint
create or replace function line_pack(p_pack int, p_sweet int) returns int language sql stable as $$
  select coalesce(p_pack, (select min(id) from packs where sweet_id = p_sweet))
$$;
--> statement-breakpoint
create or replace function add_default_packs() returns trigger language plpgsql as $$
begin
  insert into packs (sweet_id, label, grams, units, price, is_default)
  select id, pack_label(net_weight_grams), net_weight_grams, default_units, price, true from added order by id;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger add_default_packs after insert on sweets referencing new table as added
  for each statement execute function add_default_packs();
--> statement-breakpoint
create or replace function update_default_pack() returns trigger language plpgsql as $$
begin
  update packs p set price = new.price, grams = new.net_weight_grams, units = new.default_units,
    label = case when p.label = pack_label(p.grams) and not exists (
                   select from packs o where o.sweet_id = p.sweet_id and o.id <> p.id and lower(o.label) = lower(pack_label(new.net_weight_grams)))
                 then pack_label(new.net_weight_grams) else p.label end
    where p.sweet_id = new.id and p.is_default
      and (p.price, p.grams, p.units) is distinct from (new.price, new.net_weight_grams, new.default_units);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_default_pack after update of price, net_weight_grams, default_units on sweets for each row
  when ((old.price, old.net_weight_grams, old.default_units) is distinct from (new.price, new.net_weight_grams, new.default_units))
  execute function update_default_pack();
--> statement-breakpoint
create or replace function update_sweet_of_pack() returns trigger language plpgsql as $$
declare
  v_sweet int := coalesce(new.sweet_id, old.sweet_id);
begin
  update sweets s set price = p.price, net_weight_grams = p.grams, default_units = p.units, largest_units = l.units
    from packs p, (select max(units) as units from packs where sweet_id = v_sweet and active) l
    where s.id = v_sweet and p.sweet_id = v_sweet and p.is_default
      and (s.price, s.net_weight_grams, s.default_units, s.largest_units) is distinct from (p.price, p.grams, p.units, l.units);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_sweet_of_pack after insert or update or delete on packs for each row
  execute function update_sweet_of_pack();
--> statement-breakpoint
create or replace function payment_state(p_total bigint, p_received bigint, p_refunded bigint, p_claimed bigint)
returns text language sql immutable as $$
  select case
    when p_refunded > 0 and p_refunded = p_received then 'refunded'
    when p_refunded > 0 then 'part_refunded'
    when p_received >= p_total then 'paid'
    when p_claimed > 0 then 'claimed'
    when p_received > 0 then 'part_paid'
    else 'unpaid' end
$$;
--> statement-breakpoint
create or replace function update_order_payments() returns trigger language plpgsql as $$
declare
  v_sums record;
begin
  select coalesce(sum(amount) filter (where state = 'received'), 0)::bigint as received,
         coalesce(sum(amount) filter (where state = 'received' and not above_due), 0)::bigint as received_in_bounds,
         coalesce(sum(amount) filter (where state = 'refunded'), 0)::bigint as refunded,
         coalesce(sum(amount) filter (where state = 'claimed'), 0)::bigint as claimed
    into v_sums from payments where order_id = new.order_id;
  update orders set received = v_sums.received, refunded = v_sums.refunded, claimed = v_sums.claimed,
      payment_state = payment_state(total, v_sums.received, v_sums.refunded, v_sums.claimed), updated_at = now()
    where id = new.order_id;
  if v_sums.received_in_bounds > (select total from orders where id = new.order_id) then
    raise exception 'more than the total of the order' using errcode = 'check_violation', constraint = 'payments_above_due';
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_order_payments after insert or update of state on payments for each row
  execute function update_order_payments();
--> statement-breakpoint
create or replace function protect_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.order_id, new.method, new.amount, new.created_at) is distinct from (old.order_id, old.method, old.amount, old.created_at)
    or (new.state <> old.state and not (old.state = 'claimed' and new.state in ('received', 'failed'))) then
    raise exception 'an entry of the payments cannot be changed' using errcode = 'check_violation', constraint = 'payments_protected';
  end if;
  return new;
end $$;
--> statement-breakpoint
create or replace trigger protect_payments before update or delete on payments for each row execute function protect_payments();
--> statement-breakpoint
create or replace function split_words(p_text text) returns setof text language sql immutable as $$
  select distinct left(word, 60)
  from regexp_split_to_table(lower(p_text), '[^[:alnum:]\u0300-\u036f\u0900-\u0963\u0966-\u0dff]+') word where word <> ''
$$;
--> statement-breakpoint
create or replace function search_query(p_text text, out query tsquery, out direct tsquery) language plpgsql stable as $$
declare
  v_word text;
  v_found text;
  v_synonyms text;
  v_queries text[];
  v_direct text[];
begin
  for v_word in select word from split_words(left(p_text, 200)) word order by length(word) desc, word limit 8 loop
    v_found := null;
    if exists (select 1 from search_words where word ~>=~ v_word and word ~<~ (v_word || chr(1114111))) then
      v_found := quote_literal(v_word) || ':*';
    else
      select string_agg(quote_literal(word), ' | ') into v_found from (
        select word from (
          select word, similarity(word, v_word) as near, max(similarity(word, v_word)) over () as nearest
          from search_words where in_name and word % v_word
        ) w where near >= nearest - 0.1 order by near desc, word limit 3
      ) w;
      -- Transposed letters ('bafri') leave too few common trigrams.
      if v_found is null and length(v_word) > 2 then
        select string_agg(quote_literal(word), ' | ') into v_found from (
          select word from search_words
          where in_name and left(word, 1) = left(v_word, 1) and length(word) between length(v_word) - 2 and length(v_word) + 2
            and levenshtein_less_equal(word, v_word, 3) <= case when length(v_word) < 8 then 2 else 3 end
          order by levenshtein(word, v_word), word limit 3
        ) w;
      end if;
    end if;
    select string_agg('(' || (select string_agg(quote_literal(w) || ':*', ' & ') from split_words(means) w) || ')', ' | ')
      into v_synonyms from search_synonyms where word = v_word;
    if v_found is null and v_synonyms is null then return; end if;
    v_queries := v_queries || ('(' || concat_ws(' | ', v_found, v_synonyms) || ')');
    v_direct := v_direct || ('(' || v_found || ')');
  end loop;
  query := array_to_string(v_queries, ' & ')::tsquery;
  if array_position(v_direct, null) is null then direct := array_to_string(v_direct, ' & ')::tsquery; end if;
end $$;
--> statement-breakpoint
create or replace function index_search_words(p_name text, p_other text) returns void language sql as $$
  insert into search_words (word, in_name)
  select word, bool_or(in_name) from (
    select word, true as in_name from split_words(p_name) word union all select word, false from split_words(p_other) word
  ) w group by word order by word
  on conflict (word) do update set in_name = true where excluded.in_name and not search_words.in_name
$$;
--> statement-breakpoint
create or replace function update_search_words() returns trigger language plpgsql as $$
declare
  v_old text[];
  v_new text[] := '{}';
begin
  if (old.name, old.category, old.description, old.deleted_at is null)
    = (new.name, new.category, new.description, new.deleted_at is null) then return null; end if;
  v_old := array(select split_words(concat_ws(' ', old.name, old.category, old.description)));
  if new.deleted_at is null then v_new := array(select split_words(concat_ws(' ', new.name, new.category, new.description))); end if;
  -- A transaction that is adding one of these words has committed after this lock, or waits for this one: the check below
  -- then sees its sweet.
  perform 1 from search_words where word = any(v_old || v_new) order by word for update;
  if new.deleted_at is null then perform index_search_words(new.name || ' ' || new.category, new.description); end if;
  delete from search_words w where word = any(v_old) and word <> all(v_new) and not exists (
    select 1 from sweets where deleted_at is null and search @@ (quote_literal(w.word) || ':*')::tsquery);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_search_words after update of name, description, category, deleted_at on sweets
  for each row execute function update_search_words();
--> statement-breakpoint
create or replace function notify_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', '{"settings": true}');
  return null;
end $$;
--> statement-breakpoint
create or replace trigger notify_settings_changed after insert or update or delete on settings
  for each statement execute function notify_settings_changed();
--> statement-breakpoint
create or replace function add_sweet_count(p_sweet sweets, p_by int) returns void language sql as $$
  insert into sweet_counts values (p_sweet.category, p_sweet.featured, p_sweet.gift_box, 0) on conflict do nothing;
  update sweet_counts set sweets = sweets + p_by
  where category = p_sweet.category and featured = p_sweet.featured and gift_box = p_sweet.gift_box
$$;
--> statement-breakpoint
create or replace function notify_pages(p_id int, p_slug text, p_categories text[]) returns void language sql as $$
  select pg_notify('pages', json_build_object('id', p_id, 'slug', p_slug, 'categories', p_categories)::text)
$$;
--> statement-breakpoint
create or replace function sweets_after_insert() returns trigger language plpgsql as $$
begin
  perform index_search_words(string_agg(distinct name || ' ' || category, ' '), string_agg(distinct description, ' ')) from added;
  insert into sweet_counts as c (category, featured, gift_box, sweets)
  select category, featured, gift_box, count(*) from added where deleted_at is null group by 1, 2, 3 order by 1, 2, 3
  on conflict on constraint sweet_counts_category_featured_gift_box_pk do update set sweets = c.sweets + excluded.sweets;
  if (select count(*) from added) > 20 then
    perform pg_notify('pages', '{}');
  else
    perform notify_pages(id, slug, array[category]) from added;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger sweets_after_insert after insert on sweets referencing new table as added
  for each statement execute function sweets_after_insert();
--> statement-breakpoint
create or replace function update_sweet_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.category, old.featured, old.gift_box, old.deleted_at is null)
      = (new.category, new.featured, new.gift_box, new.deleted_at is null) then return null; end if;
    perform 1 from sweet_counts
      where (category, featured, gift_box) in ((old.category, old.featured, old.gift_box), (new.category, new.featured, new.gift_box))
      order by category, featured, gift_box for no key update;
  end if;
  if tg_op <> 'INSERT' and old.deleted_at is null then perform add_sweet_count(old, -1); end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then perform add_sweet_count(new, 1); end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_sweet_counts after update of category, featured, gift_box, deleted_at or delete on sweets
  for each row execute function update_sweet_counts();
--> statement-breakpoint
create or replace function notify_sweet_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform notify_pages(old.id, old.slug, array[old.category]);
  else
    perform notify_pages(new.id, new.slug, array[old.category, new.category]);
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace function notify_pack_availability() returns trigger language plpgsql as $$
begin
  if exists (select from packs where sweet_id = new.id and active and (old.quantity >= units) <> (new.quantity >= units)) then
    perform notify_pages(new.id, new.slug, array[new.category]);
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger notify_pack_availability after update on sweets for each row
  when (old.quantity <> new.quantity and least(old.quantity, new.quantity) < new.largest_units)
  execute function notify_pack_availability();
--> statement-breakpoint
create or replace trigger notify_sweet_changed after update on sweets for each row
  when (old.version <> new.version
    or (old.deleted_at is null) <> (new.deleted_at is null)
    or (old.name, old.slug, old.description, old.price, old.category) is distinct from
       (new.name, new.slug, new.description, new.price, new.category)
    or (old.image_id, old.image_alt, old.featured, old.sugar_free, old.gift_box) is distinct from
       (new.image_id, new.image_alt, new.featured, new.sugar_free, new.gift_box))
  execute function notify_sweet_changed();
--> statement-breakpoint
create or replace trigger notify_sweet_deleted after delete on sweets for each row execute function notify_sweet_changed();
--> statement-breakpoint
create or replace function add_order_totals(p_day date, p_status text, p_orders int, p_total bigint) returns void language sql as $$
  insert into order_totals as t (day, status, shard, orders, total) values (p_day, p_status, pg_backend_pid() % 8, p_orders, p_total)
  on conflict on constraint order_totals_day_status_shard_pk do update set orders = t.orders + excluded.orders, total = t.total + excluded.total
$$;
--> statement-breakpoint
create or replace function kolkata_day(p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'Asia/Kolkata')::date
$$;
--> statement-breakpoint
create or replace function orders_after_insert() returns trigger language plpgsql as $$
begin
  perform add_order_totals(day, status, orders, total) from (
    select kolkata_day(created_at) as day, status, count(*)::int as orders, sum(total)::bigint as total from added group by 1, 2 order by 1, 2
  ) d;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger orders_after_insert after insert on orders referencing new table as added
  for each statement execute function orders_after_insert();
--> statement-breakpoint
create or replace function update_order_totals() returns trigger language plpgsql as $$
begin
  perform add_order_totals(day, status, orders, total) from (values
    (kolkata_day(old.created_at), old.status, -1, -old.total), (kolkata_day(new.created_at), new.status, 1, new.total)
  ) d(day, status, orders, total) order by day, status;
  if (old.status = 'Cancelled') <> (new.status = 'Cancelled') then
    insert into sweet_sales as s (sweet_id, units, grams)
    select sweet_id, sum(sign * quantity), coalesce(sum(sign * quantity * grams::bigint), 0)
    from order_lines, (values (case when new.status = 'Cancelled' then -1 else 1 end)) v(sign)
    where order_id = new.id group by sweet_id order by sweet_id
    on conflict (sweet_id) do update set units = s.units + excluded.units, grams = s.grams + excluded.grams;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_order_totals after update of status, total, created_at on orders for each row
  when ((old.status, old.total, old.created_at) is distinct from (new.status, new.total, new.created_at))
  execute function update_order_totals();
--> statement-breakpoint
create or replace function order_lines_after_insert() returns trigger language plpgsql as $$
begin
  insert into sweet_sales as s (sweet_id, units, grams)
  select l.sweet_id, sum(l.quantity), coalesce(sum(l.quantity * l.grams::bigint), 0) from added l join orders o on o.id = l.order_id where o.status <> 'Cancelled'
  group by l.sweet_id order by l.sweet_id
  on conflict (sweet_id) do update set units = s.units + excluded.units, grams = s.grams + excluded.grams;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger order_lines_after_insert after insert on order_lines referencing new table as added
  for each statement execute function order_lines_after_insert();
