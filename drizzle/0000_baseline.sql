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
CREATE TABLE "search_sets" (
	"word" text collate "C" NOT NULL,
	"block" integer NOT NULL,
	"sweets" bit(2048) NOT NULL,
	"named" bit(2048) NOT NULL,
	CONSTRAINT "search_sets_word_block_pk" PRIMARY KEY("word","block")
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
	"wrote_at" timestamp (3) with time zone,
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
create or replace function lock_cart(p_user int, p_token text, out cart int, out created boolean, out renewed boolean)
language plpgsql as $$
begin
  if p_user is not null then
    select id into cart from carts where user_id = p_user for no key update;
    created := cart is null;
    if created then
      insert into carts (user_id) values (p_user)
      on conflict (user_id) do update set updated_at = now() returning id into cart;
    end if;
  else
    select id into cart from carts where token_hash = p_token for no key update;
    created := cart is null;
    if created then
      insert into carts (token_hash) values (p_token)
      on conflict (token_hash) do update set updated_at = now() returning id into cart;
    end if;
  end if;
  -- An hour is exact enough for 30 days, and most calls write nothing here.
  update carts set updated_at = now() where id = cart and updated_at < now() - interval '1 hour';
  renewed := created or found;
end $$;
--> statement-breakpoint
create or replace function delete_new_cart(p_cart int) returns void language sql as $$
  delete from carts c where id = p_cart and not gift_wrap and personal_message = ''
    and not exists (select 1 from cart_lines where cart_id = c.id)
$$;
--> statement-breakpoint
create or replace function hold_line(
  p_user int, p_token text, p_sweet int, p_quantity int, p_add int, p_minutes double precision, p_limit int,
  p_pack int default null, p_address text default null,
  out outcome text, out available int, out quantity int, out expires_at timestamptz, out items_count int,
  out cart_id int, out renewed boolean, out pack_id int
) language plpgsql as $$
declare
  v_created boolean;
  v_stock int;
  v_line cart_lines%rowtype;
  v_units int;
  v_active boolean;
  v_wanted int;
  v_need int;
  v_other int;
  v_live int;
  v_allowed int;
  v_address text;
begin
  if p_quantity = 0 and not exists (select 1 from carts c where c.user_id = p_user or c.token_hash = p_token) then
    outcome := 'ok';
    quantity := 0;
    select p.id, case when s.deleted_at is null and p.active then s.quantity / p.units else 0 end
      into hold_line.pack_id, hold_line.available
      from sweets s join packs p on p.sweet_id = s.id and (p.id = p_pack or (p_pack is null and p.is_default)) where s.id = p_sweet;
    available := coalesce(available, 0);
    items_count := 0;
    renewed := false;
    return;
  end if;
  select c.cart, c.created, c.renewed into hold_line.cart_id, v_created, hold_line.renewed from lock_cart(p_user, p_token) c;
  select s.quantity into v_stock from sweets s where s.id = p_sweet and s.deleted_at is null for no key update;
  if not found then
    outcome := 'missing';
    if p_quantity is distinct from 0 then
      if v_created then perform delete_new_cart(cart_id); end if;
      return;
    end if;
    -- The line of a deleted sweet can still be removed.
    perform 1 from sweets s where s.id = p_sweet for no key update;
    v_stock := 0;
  end if;
  select p.id, p.units, p.active into hold_line.pack_id, v_units, v_active
    from packs p where p.sweet_id = p_sweet and (p.id = p_pack or (p_pack is null and p.is_default));
  if v_active is not true then
    if p_quantity is distinct from 0 then
      outcome := 'no_pack';
      if v_created then perform delete_new_cart(cart_id); end if;
      return;
    end if;
    -- Nothing is in a cart of a pack that there is not.
    v_units := coalesce(v_units, 1);
  end if;
  select * into v_line from cart_lines l where l.cart_id = hold_line.cart_id and l.pack_id = hold_line.pack_id;
  v_line.quantity := coalesce(v_line.quantity, 0);
  v_line.held := coalesce(v_line.held, 0);
  v_wanted := coalesce(p_quantity, v_line.quantity + p_add);
  v_need := v_wanted - v_line.held;
  -- Holds that have expired since the last run of the job are free, this shopper's own too.
  if v_need > v_stock / v_units and release_expired_holds(p_sweet) > 0 then
    select s.quantity, coalesce(l.held, 0) into v_stock, v_line.held
      from sweets s left join cart_lines l on l.cart_id = hold_line.cart_id and l.pack_id = hold_line.pack_id where s.id = p_sweet;
    v_need := v_wanted - v_line.held;
  end if;
  -- Only a hold that grows is limited; one that has expired, released or not, is taken anew.
  v_live := case when v_line.expires_at > clock_timestamp() then v_line.held else 0 end;
  v_allowed := v_need;
  if p_address is not null and v_line.held + v_need > v_live then
    if is_counted_by_address(p_user) then v_address := p_address; end if;
    v_allowed := greatest(v_live, holdable_units(
      (v_line.held + v_need)::bigint * v_units, p_sweet, cart_id, hold_line.pack_id, p_user, v_address) / v_units) - v_line.held;
  end if;
  -- A reduction is never refused: as many packs are held as there are and as this shopper may hold.
  if p_quantity < v_line.quantity then v_need := least(v_need, v_stock / v_units, v_allowed); end if;
  select coalesce(sum(l.quantity), 0) into v_other
    from cart_lines l where l.cart_id = hold_line.cart_id and l.pack_id is distinct from hold_line.pack_id;

  if v_need > least(v_stock / v_units, v_allowed) then
    outcome := case when v_allowed < v_stock / v_units then 'hold_limit' else 'short' end;
    available := greatest(0, least(v_stock / v_units, v_allowed) + v_line.held - v_line.quantity);
    if v_created then perform delete_new_cart(cart_id); end if;
    return;
  end if;
  if v_wanted > v_line.quantity and ((p_user is null and v_other + v_wanted > p_limit) or v_wanted > 100000) then
    outcome := 'full';
    if v_created then perform delete_new_cart(cart_id); end if;
    return;
  end if;

  perform move_stock(p_sweet, -v_need * v_units, case when v_need > 0 then 'hold' else 'release' end, p_user, null, cart_id);
  if v_wanted = 0 then
    delete from cart_lines l where l.cart_id = hold_line.cart_id and l.pack_id = hold_line.pack_id;
  else
    if v_line.held + v_need > 0 then
      -- To the millisecond, as the column stores it: this response equals what a later read of the cart returns.
      expires_at := date_trunc('milliseconds', clock_timestamp() + p_minutes * interval '1 minute');
    end if;
    -- A hold that does not grow goes on to count for the address of before: elsewhere there may be no room for it.
    insert into cart_lines as l (cart_id, sweet_id, pack_id, quantity, held, expires_at, address_hash)
    values (hold_line.cart_id, p_sweet, hold_line.pack_id, v_wanted, v_line.held + v_need, hold_line.expires_at,
            case when v_line.held + v_need > v_live then v_address when v_line.held + v_need > 0 then v_line.address_hash end)
    on conflict on constraint cart_lines_cart_id_pack_id_pk
    do update set quantity = excluded.quantity, held = excluded.held, expires_at = excluded.expires_at, address_hash = excluded.address_hash;
  end if;
  outcome := 'ok';
  quantity := v_wanted;
  available := case when v_active then (v_stock - v_need * v_units) / v_units else 0 end;
  items_count := v_other + v_wanted;
end $$;
--> statement-breakpoint
create or replace function empty_cart(p_cart int, p_user int, p_reason text default 'release') returns void language plpgsql as $$
declare
  v_line record;
begin
  perform 1 from carts where id = p_cart for no key update;
  perform 1 from sweets where id in (select sweet_id from cart_lines where cart_id = p_cart and held > 0)
    order by id for no key update;
  for v_line in
    select l.sweet_id, l.held * p.units as units from cart_lines l join packs p on p.id = l.pack_id
    where l.cart_id = p_cart and l.held > 0 order by l.sweet_id, l.pack_id
  loop
    perform move_stock(v_line.sweet_id, v_line.units, p_reason, p_user, null, p_cart);
  end loop;
  delete from cart_lines where cart_id = p_cart;
  update carts set gift_wrap = false, personal_message = '', updated_at = now() where id = p_cart;
end $$;
--> statement-breakpoint
create or replace function set_gift(p_user int, p_token text, p_wrap boolean, p_message text, out cart_id int, out renewed boolean)
language plpgsql as $$
begin
  renewed := false;
  if p_wrap is not true and coalesce(p_message, '') = ''
    and not exists (select 1 from carts c where c.user_id = p_user or c.token_hash = p_token) then return; end if;
  select c.cart, c.renewed into set_gift.cart_id, set_gift.renewed from lock_cart(p_user, p_token) c;
  update carts set gift_wrap = coalesce(p_wrap, gift_wrap), personal_message = coalesce(p_message, personal_message)
  where id = set_gift.cart_id;
end $$;
--> statement-breakpoint
create or replace function join_carts(p_user int, p_token text, p_address text default null) returns void language plpgsql as $$
declare
  v_own int;
  v_visitor int;
  v_line record;
  v_joined int;
  v_address text := case when is_counted_by_address(p_user) then p_address end;
begin
  perform 1 from carts where token_hash = p_token;
  if not found then return; end if;
  select cart into v_own from lock_cart(p_user, null);
  select id into v_visitor from carts where token_hash = p_token for update;
  if v_visitor is null then return; end if;
  perform 1 from sweets where id in (select sweet_id from cart_lines where cart_id = v_visitor) order by id for no key update;
  for v_line in
    select l.*, p.units, coalesce(o.held, 0) as own from cart_lines l join packs p on p.id = l.pack_id
    left join cart_lines o on o.cart_id = v_own and o.pack_id = l.pack_id
    where l.cart_id = v_visitor order by l.sweet_id, l.pack_id
  loop
    v_joined := v_line.held;
    if p_address is not null then
      v_joined := greatest(0, holdable_units(
        (v_line.own + v_line.held)::bigint * v_line.units, v_line.sweet_id, v_own, v_line.pack_id, p_user, v_address
      ) / v_line.units - v_line.own);
    end if;
    perform move_stock(v_line.sweet_id, (v_line.held - v_joined) * v_line.units, 'release', p_user, null, v_own);
    insert into cart_lines as l (cart_id, sweet_id, pack_id, quantity, held, expires_at, address_hash, created_at)
    values (v_own, v_line.sweet_id, v_line.pack_id, v_line.quantity, v_joined, case when v_joined > 0 then v_line.expires_at end,
            case when v_joined > 0 then v_address end, v_line.created_at)
    on conflict on constraint cart_lines_cart_id_pack_id_pk do update
      set quantity = l.quantity + excluded.quantity, held = l.held + excluded.held,
          expires_at = greatest(l.expires_at, excluded.expires_at),
          address_hash = case when excluded.held > 0 then excluded.address_hash else l.address_hash end;
  end loop;
  update carts own
    set gift_wrap = own.gift_wrap or visitor.gift_wrap,
        personal_message = case when own.personal_message = '' then visitor.personal_message else own.personal_message end
    from carts visitor where own.id = v_own and visitor.id = v_visitor;
  delete from cart_lines where cart_id = v_visitor;
  delete from carts where id = v_visitor;
end $$;
--> statement-breakpoint
create or replace function delete_old_cart() returns boolean language plpgsql as $$
declare
  v_cart int;
begin
  select id into v_cart from carts where updated_at < now() - interval '30 days' order by updated_at limit 1 for update skip locked;
  if v_cart is null then return false; end if;
  perform empty_cart(v_cart, null, 'lapse');
  delete from carts where id = v_cart;
  return true;
end $$;
--> statement-breakpoint
create or replace function take_place(p_date date, p_from text, p_pool text, p_capacity int) returns boolean language plpgsql as $$
begin
  if p_capacity < 1 then return false; end if;
  insert into slot_places as s (date, from_time, pool, taken) values (p_date, p_from, p_pool, 1)
  on conflict on constraint slot_places_date_from_time_pool_pk do update set taken = s.taken + 1
    where p_capacity is null or s.taken < p_capacity;
  return found;
end $$;
--> statement-breakpoint
create or replace function release_place(p_date date, p_from text, p_pool text) returns void language sql as $$
  update slot_places set taken = taken - 1 where date = p_date and from_time = p_from and pool = p_pool
$$;
--> statement-breakpoint
create or replace function pool_of(p_method text) returns text language sql immutable as $$
  select case p_method when 'pickup' then 'pickup' else 'delivery' end
$$;
--> statement-breakpoint
create or replace function are_settings_current(p_settings bigint) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7411986);
  return p_settings = (select coalesce(sum(version), 0) from settings);
end $$;
--> statement-breakpoint
create or replace function move_order(
  p_order int, p_date date, p_from text, p_to text, p_capacity int, p_force boolean, p_by int, p_settings bigint,
  out outcome text, out taken int
) language plpgsql as $$
declare
  v_order orders%rowtype;
  v_pool text;
begin
  if not are_settings_current(p_settings) then outcome := 'settings_changed'; return; end if;
  select * into v_order from orders where id = p_order for no key update;
  if not found then outcome := 'missing'; return; end if;
  if v_order.method = 'courier' then outcome := 'courier'; return; end if;
  outcome := 'ok';
  if (v_order.slot_date, v_order.slot_from) = (p_date, p_from) then return; end if;

  if v_order.status <> 'Cancelled' then
    v_pool := pool_of(v_order.method);
    insert into slot_places (date, from_time, pool, taken) values (p_date, p_from, v_pool, 0) on conflict do nothing;
    perform 1 from slot_places s
      where s.pool = v_pool and (s.date, s.from_time) in ((p_date, p_from), (v_order.slot_date, v_order.slot_from))
      order by s.date, s.from_time, s.pool for no key update;
    if not take_place(p_date, p_from, v_pool, case when not p_force then p_capacity end) then
      outcome := 'full';
      select s.taken into move_order.taken from slot_places s where s.date = p_date and s.from_time = p_from and s.pool = v_pool;
      return;
    end if;
    if v_order.slot_date is not null then perform release_place(v_order.slot_date, v_order.slot_from, v_pool); end if;
  end if;

  update orders set slot_date = p_date, slot_from = p_from, slot_to = p_to, method = coalesce(method, 'delivery'), updated_at = now()
    where id = p_order;
  insert into order_corrections (order_id, field, from_text, to_text, by_user_id)
  values (p_order, 'slot', v_order.slot_date || ' ' || v_order.slot_from || '-' || v_order.slot_to,
          p_date || ' ' || p_from || '-' || p_to, p_by);
end $$;
--> statement-breakpoint
create or replace function is_counted_by_address(p_user int) returns boolean language plpgsql stable as $$
begin
  return p_user is null or exists (select from users where id = p_user and created_at > now() - interval '1 day');
end $$;
--> statement-breakpoint
create or replace function holdable_units(
  p_units bigint, p_sweet int, p_cart int, p_pack int, p_user int, p_address text
) returns bigint language plpgsql as $$
declare
  v_limit bigint;
  v_others bigint;
begin
  select case when p_user is null then 10 else 50 end * s.default_units,
    (select coalesce(sum(l.held * p.units), 0) from cart_lines l join packs p on p.id = l.pack_id
      where l.cart_id = p_cart and l.sweet_id = p_sweet and l.pack_id <> p_pack and l.expires_at > clock_timestamp())
    + (select coalesce(sum(l.held * p.units), 0) from cart_lines l join packs p on p.id = l.pack_id join carts c on c.id = l.cart_id
      where l.sweet_id = p_sweet and l.address_hash = p_address and l.held > 0 and l.expires_at > clock_timestamp() and l.cart_id <> p_cart
        and case when p_user is null then c.user_id is null else c.user_id is not null and is_counted_by_address(c.user_id) end)
    into v_limit, v_others from sweets s where s.id = p_sweet;
  -- Most holds are few packs: only for others is all that is held of the sweet added up.
  if v_others + p_units > v_limit then
    select greatest(v_limit, (s.quantity + coalesce(held.units, 0)) / case when p_user is null then 4 else 2 end) into v_limit
      from sweets s, (
        select sum(h.held * p.units) as units
        from (select pack_id, sum(held) as held from cart_lines where sweet_id = p_sweet and cart_lines.held > 0 group by pack_id) h
        join packs p on p.id = h.pack_id
      ) held where s.id = p_sweet;
  end if;
  return greatest(0, least(p_units, v_limit - v_others));
end $$;
--> statement-breakpoint
create or replace function forget_address() returns trigger language plpgsql as $$
begin
  new.address_hash := null;
  return new;
end $$;
--> statement-breakpoint
create or replace trigger forget_address before update on cart_lines for each row when (new.held = 0 and new.address_hash is not null)
  execute function forget_address();
--> statement-breakpoint
create or replace function next_invoice_number(p_prefix text, p_year text) returns int language sql as $$
  insert into invoice_series as s (prefix, year, last) values (p_prefix, p_year, 1)
  on conflict (prefix, year) do update set last = s.last + 1 returning last
$$;
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
create or replace function is_message_on(p_kind text) returns boolean language sql stable as $$
  select coalesce((select (value ->> p_kind)::boolean from settings where section = 'messages'), true)
$$;
--> statement-breakpoint
create or replace function is_sold_out(p_sweet sweets) returns boolean language sql stable as $$
  select p_sweet.quantity < p_sweet.largest_units and p_sweet.deleted_at is null
    and not exists (select from packs where sweet_id = p_sweet.id and active and units <= p_sweet.quantity)
    and not exists (select from cart_lines where sweet_id = p_sweet.id and held > 0)
$$;
--> statement-breakpoint
create or replace function add_message(
  p_kind text, p_event text, p_order int default null, p_payment int default null, p_enquiry int default null
) returns void language sql as $$
  insert into messages (kind, event, order_id, payment_id, enquiry_id)
  select p_kind, p_event, p_order, p_payment, p_enquiry where is_message_on(p_kind)
  on conflict (event) do nothing
$$;
--> statement-breakpoint
create or replace function is_till_sale(p_order int) returns boolean language sql stable as $$
  select channel = 'counter' and method is null from orders where id = p_order
$$;
--> statement-breakpoint
create or replace function add_status_message() returns trigger language plpgsql as $$
declare
  v_kind text := case new.to_status when 'Shipped' then 'order_shipped' when 'Completed' then 'order_completed'
                                    when 'Cancelled' then 'order_cancelled' end;
begin
  if new.from_status is null and new.to_status = 'Pending' then
    perform add_message(kind, format('%s:%s', kind, new.order_id), new.order_id)
    from (values ('order_received'), ('new_order')) k(kind)
    where not is_till_sale(new.order_id);
  elsif v_kind is not null then
    perform add_message(v_kind, format('%s:%s', v_kind, new.id), new.order_id)
    where not is_till_sale(new.order_id);
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger add_status_message after insert on order_status_history for each row execute function add_status_message();
--> statement-breakpoint
create or replace function add_window_message() returns trigger language plpgsql as $$
begin
  perform add_message('window_changed', format('window_changed:%s', new.id), new.order_id);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger add_window_message after insert on order_corrections for each row when (new.field = 'slot')
  execute function add_window_message();
--> statement-breakpoint
create or replace function add_payment_message() returns trigger language plpgsql as $$
declare
  v_kind text := case new.state when 'claimed' then 'upi_claimed' when 'received' then 'payment_received'
                                when 'failed' then 'payment_rejected' when 'refunded' then 'refund' end;
begin
  perform add_message(v_kind, format('%s:%s', v_kind, new.id), new.order_id, new.id)
  where not is_till_sale(new.order_id);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger add_payment_message after insert on payments for each row execute function add_payment_message();
--> statement-breakpoint
create or replace trigger add_settled_message after update of state on payments for each row when (old.state <> new.state)
  execute function add_payment_message();
--> statement-breakpoint
create or replace function add_enquiry_messages() returns trigger language plpgsql as $$
begin
  perform add_message(kind, format('%s:%s', kind, new.id), null, null, new.id)
  from (values ('enquiry_received'), ('new_enquiry')) k(kind);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger add_enquiry_messages after insert on enquiries for each row execute function add_enquiry_messages();
--> statement-breakpoint
create or replace function count_mail(p_recipient text, p_message int, p_attempt int, p_per_hour int, p_per_day int)
returns timestamptz language plpgsql as $$
declare
  v_until timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_recipient, 0));
  select max(s.at + l.span) into v_until
  from (values (p_per_hour, interval '1 hour'), (p_per_day, interval '1 day')) l(most, span)
  cross join lateral (
    select at from mail_sendings where recipient = p_recipient and at > now() - l.span order by at desc offset l.most - 1 limit 1
  ) s;
  if v_until is null then
    insert into mail_sendings (message_id, attempt, recipient) values (p_message, p_attempt, p_recipient)
    on conflict (message_id, attempt) do update set recipient = p_recipient, at = now();
  end if;
  return v_until;
end $$;
--> statement-breakpoint
create or replace function follow_merged(p_merged int[]) returns void language sql as $$
  update messages m set merged_into = s.merged_into from messages s
  where s.id = m.merged_into
    and m.id in (select id from messages where merged_into = any(p_merged) order by id for update skip locked)
$$;
--> statement-breakpoint
create or replace function postpone_mails(p_message int, p_attempt int, p_email text, p_kinds text[], p_until timestamptz)
returns void language plpgsql as $$
declare
  v_merged int[];
begin
  update messages set state = 'waiting', attempts = attempts - 1, at = now(), next_attempt_at = p_until, postponed = true
  where id = p_message and attempts = p_attempt and state in ('sending', 'unknown');
  with waiting as materialized (
    select m.id, m.order_id from messages m
    left join orders o on o.id = m.order_id left join users u on u.id = o.user_id left join enquiries e on e.id = m.enquiry_id
    where m.state = 'waiting' and m.kind = any(p_kinds) and lower(coalesce(u.email, e.email)) = p_email
    order by m.id for update of m skip locked
  ), grouped as (
    select id, min(id) over (partition by order_id) as first_id from waiting
  ), changed as (
    update messages m set
      state = case when g.id = g.first_id then 'waiting' else 'handled' end, merged_into = nullif(g.first_id, g.id),
      at = now(), next_attempt_at = greatest(m.next_attempt_at, p_until), postponed = g.id = g.first_id
    from grouped g where m.id = g.id and (g.id <> g.first_id or m.next_attempt_at < p_until)
    returning m.id, m.merged_into
  )
  select array_agg(id) filter (where merged_into is not null) into v_merged from changed;
  perform follow_merged(v_merged);
end $$;
--> statement-breakpoint
create or replace function gather_for_owner(p_message int, p_attempt int, p_kinds text[]) returns boolean language plpgsql as $$
declare
  v_next timestamptz;
  v_merged int[];
begin
  perform pg_advisory_xact_lock(hashtextextended('owner', 0));
  select max(at) + interval '1 minute' into v_next from mail_sendings where recipient = 'owner' and at > now() - interval '1 minute';
  if v_next is null then
    insert into mail_sendings (message_id, attempt, recipient) values (p_message, p_attempt, 'owner')
    on conflict (message_id, attempt) do update set recipient = 'owner', at = now();
  else
    update messages set state = 'waiting', attempts = attempts - 1, at = now(), next_attempt_at = v_next, postponed = true
    where id = p_message and attempts = p_attempt and state in ('sending', 'unknown');
  end if;
  with due as materialized (
    select id from messages where state = 'waiting' and kind = any(p_kinds) and next_attempt_at <= now() order by id for update skip locked
  ), changed as (
    update messages m set
      state = case when v_next is null then 'handled' else 'waiting' end, merged_into = case when v_next is null then p_message end,
      at = now(), next_attempt_at = coalesce(v_next, m.next_attempt_at), postponed = v_next is not null
    from due where m.id = due.id
    returning m.id, m.merged_into
  )
  select array_agg(id) filter (where merged_into is not null) into v_merged from changed;
  perform follow_merged(v_merged);
  return v_next is null;
end $$;
--> statement-breakpoint
create or replace function short_packs(
  p_cart int, p_sweets int[], p_packs int[], p_quantities int[], out sweet_ids int[], out pack_ids int[], out available int[]
) language plpgsql as $$
declare
  v_line record;
  v_sweet int;
  v_left int;
  v_need bigint;
  v_taken int;
begin
  for v_line in
    select p.sweet_id, p.id as pack_id, p.units, s.quantity as stock, coalesce(l.held, 0) as held, sum(i.quantity) as quantity
    from unnest(p_sweets, p_packs, p_quantities) with ordinality as i(sweet_id, pack_id, quantity, place)
    join packs p on p.sweet_id = i.sweet_id and (p.id = i.pack_id or (i.pack_id is null and p.is_default))
    join sweets s on s.id = p.sweet_id
    left join cart_lines l on l.cart_id = p_cart and l.pack_id = p.id
    group by p.id, s.quantity, l.held order by p.sweet_id, min(i.place)
  loop
    if v_line.sweet_id is distinct from v_sweet then
      v_sweet := v_line.sweet_id;
      v_left := v_line.stock;
    end if;
    v_need := greatest(0, v_line.quantity - v_line.held);
    v_taken := least(v_need, v_left / v_line.units);
    v_left := v_left - v_taken * v_line.units;
    if v_taken < v_need then
      sweet_ids := sweet_ids || v_line.sweet_id;
      pack_ids := pack_ids || v_line.pack_id;
      available := available || v_line.held + v_taken;
    end if;
  end loop;
end $$;
--> statement-breakpoint
create or replace function place_order(
  p_user int, p_channel text, p_sweets int[], p_quantities int[], p_prices bigint[], p_recipient text, p_address text,
  p_phone text, p_notes text, p_gift_wrap boolean, p_gift_wrap_paise bigint, p_message text, p_checkout boolean,
  p_settings bigint default null, p_method text default null, p_pincode text default null, p_area_name text default null,
  p_area_kind text default null, p_fee bigint default 0, p_free_from bigint default null, p_minimum bigint default null,
  p_slot_date date default null, p_slot_from text default null, p_slot_to text default null, p_capacity int default null,
  p_prep_minutes int default null, p_payment text default 'cod', p_cod_up_to bigint default null,
  p_packs int[] default null,
  out outcome text, out order_id int, out created_at timestamptz, out total bigint, out sweet_ids int[], out prices bigint[],
  out available int[], out line_ids bigint[], out names text[], out quantities int[], out slugs text[], out image_ids text[],
  out delivery_fee bigint, out shelf_lives int[], out pack_ids int[], out pack_labels text[]
) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_cart int;
  v_line record;
  v_line_id bigint;
begin
  -- Instances of the version before send no settings.
  if p_settings is not null and not are_settings_current(p_settings) then outcome := 'settings_changed'; return; end if;
  select id into v_cart from carts where user_id = p_user for no key update;
  perform 1 from sweets s where s.id = any(p_sweets) order by s.id for no key update;

  for v_try in 1..2 loop
    with wanted as (
      select i.sweet_id, coalesce(p.id, i.pack_id) as pack_id, bool_or(p.id is null) as gone,
             sum(i.quantity) as quantity, min(i.price) as price
      from unnest(p_sweets, p_packs, p_quantities, p_prices) as i(sweet_id, pack_id, quantity, price)
      left join packs p on p.sweet_id = i.sweet_id and (p.id = i.pack_id or (i.pack_id is null and p.is_default)) and p.active
      group by 1, 2
    ), needed as (
      select w.sweet_id, w.pack_id, w.quantity, w.price as shown, p.price, s.quantity as stock,
             w.gone or s.id is null as gone, greatest(0, w.quantity - coalesce(l.held, 0)) * p.units as need
      from wanted w
      left join sweets s on s.id = w.sweet_id and s.deleted_at is null
      left join packs p on p.id = w.pack_id and not w.gone
      left join cart_lines l on l.cart_id = v_cart and l.pack_id = w.pack_id
    ), checked as (
      select n.*, sum(n.need) over (partition by n.sweet_id) > n.stock as short from needed n
    ), result as (
      select case when bool_or(gone) then 'unavailable'
                  when bool_or(shown < price) then 'price_changed'
                  when bool_or(short) then 'short' else 'ok' end as outcome,
             sum(price * quantity) as total
      from checked
    )
    select r.outcome, r.total, d.sweet_ids, d.pack_ids, d.prices
    into place_order.outcome, place_order.total, place_order.sweet_ids, place_order.pack_ids, place_order.prices
    from result r left join lateral (
      select array_agg(c.sweet_id order by c.sweet_id, c.pack_id) as sweet_ids,
             array_agg(c.pack_id order by c.sweet_id, c.pack_id) as pack_ids,
             case r.outcome when 'price_changed' then array_agg(c.price order by c.sweet_id, c.pack_id) end as prices
      from checked c
      where r.outcome = 'price_changed' or (r.outcome = 'unavailable' and c.gone)
    ) d on r.outcome <> 'ok';
    exit when outcome <> 'short' or v_try = 2;
    -- Holds that have expired since the last run of the job are free.
    perform release_expired_holds(id) from unnest(p_sweets) id;
  end loop;
  if outcome = 'short' then
    select s.sweet_ids, s.pack_ids, s.available into place_order.sweet_ids, place_order.pack_ids, place_order.available
      from short_packs(v_cart, p_sweets, p_packs, p_quantities) s;
  end if;
  if outcome <> 'ok' then return; end if;

  if p_method = 'courier' then
    select array_agg(s.id order by s.id) into place_order.sweet_ids from sweets s where s.id = any(p_sweets) and not s.travels;
    if place_order.sweet_ids is not null then outcome := 'blocked'; return; end if;
  end if;
  if place_order.total < p_minimum then outcome := 'below_minimum'; return; end if;
  delivery_fee := case when place_order.total >= p_free_from then 0 else p_fee end;
  total := place_order.total + case when p_gift_wrap then p_gift_wrap_paise else 0 end + delivery_fee;
  if place_order.total > p_cod_up_to then outcome := 'cod_unavailable'; return; end if;
  if p_slot_date is not null then
    select array_agg(s.id order by s.id) into place_order.sweet_ids
      from sweets s where s.id = any(p_sweets) and s.prep_hours * 60 >= p_prep_minutes;
    if place_order.sweet_ids is not null or p_prep_minutes <= 0 then outcome := 'too_late'; return; end if;
    if not take_place(p_slot_date, p_slot_from, pool_of(p_method), coalesce(p_capacity, 0)) then outcome := 'slot_full'; return; end if;
  end if;

  insert into orders (user_id, channel, total, gift_wrap, personal_message, recipient_name, delivery_address, phone_number, notes,
                      method, pincode, area_name, area_kind, delivery_fee, slot_date, slot_from, slot_to, payment_method)
  values (p_user, p_channel, place_order.total,
          p_gift_wrap, p_message, p_recipient, p_address, p_phone, p_notes,
          p_method, p_pincode, p_area_name, p_area_kind, place_order.delivery_fee, p_slot_date, p_slot_from, p_slot_to, p_payment)
  returning orders.id, orders.created_at, orders.total into place_order.order_id, place_order.created_at, place_order.total;
  insert into order_status_history (order_id, to_status, by_user_id) values (place_order.order_id, 'Pending', p_user);

  for v_line in
    select w.sweet_id, w.pack_id, w.quantity, w.units, w.label, w.grams, w.price, s.name, s.slug, s.image_id, s.shelf_life_days,
           least(coalesce(l.held, 0), w.quantity)::int as from_hold, l.quantity as in_cart
    from (
      select p.sweet_id, p.id as pack_id, p.units, p.label, p.grams, p.price, sum(i.quantity)::int as quantity
      from unnest(p_sweets, p_packs, p_quantities) as i(sweet_id, pack_id, quantity)
      join packs p on p.sweet_id = i.sweet_id and (p.id = i.pack_id or (i.pack_id is null and p.is_default))
      group by p.id
    ) w
    join sweets s on s.id = w.sweet_id
    left join cart_lines l on l.cart_id = v_cart and l.pack_id = w.pack_id
    order by w.sweet_id, w.units, w.pack_id
  loop
    insert into order_lines (order_id, sweet_id, pack_id, name, pack_label, grams, price, quantity)
    values (place_order.order_id, v_line.sweet_id, v_line.pack_id, v_line.name, v_line.label, v_line.grams, v_line.price, v_line.quantity)
    returning id into v_line_id;
    line_ids := line_ids || v_line_id;
    sweet_ids := sweet_ids || v_line.sweet_id;
    pack_ids := pack_ids || v_line.pack_id;
    pack_labels := pack_labels || v_line.label;
    names := names || v_line.name;
    prices := prices || v_line.price;
    quantities := quantities || v_line.quantity;
    slugs := slugs || v_line.slug;
    image_ids := image_ids || v_line.image_id;
    shelf_lives := shelf_lives || v_line.shelf_life_days;
    -- The ledger records the whole sale; the held units are released to stock first, at the same moment.
    update sweets set quantity = quantity - (v_line.quantity - v_line.from_hold) * v_line.units
      where id = v_line.sweet_id and v_line.from_hold < v_line.quantity;
    insert into stock_ledger (sweet_id, delta, reason, user_id, order_id, cart_id)
      select v_line.sweet_id, m.delta, m.reason, p_user, place_order.order_id, v_cart
      from (values (1, v_line.from_hold * v_line.units, 'release'),
                   (2, -v_line.quantity * v_line.units, case p_channel when 'counter' then 'purchase' else 'order' end)) m(n, delta, reason)
      where m.delta <> 0 order by m.n;
    if v_line.in_cart > v_line.quantity then
      update cart_lines l set quantity = l.quantity - v_line.quantity, held = l.held - v_line.from_hold,
          expires_at = case when l.held > v_line.from_hold then l.expires_at end
        where l.cart_id = v_cart and l.pack_id = v_line.pack_id;
    elsif v_line.in_cart is not null then
      delete from cart_lines l where l.cart_id = v_cart and l.pack_id = v_line.pack_id;
    end if;
  end loop;

  insert into messages (kind, event, order_id, sweet_id)
    select 'sold_out', format('sold_out:%s:%s', place_order.order_id, s.id), place_order.order_id, s.id
    from sweets s where s.id = any(p_sweets) and is_sold_out(s) and is_message_on('sold_out') order by s.id;

  if p_checkout and v_cart is not null then
    -- Lines of deleted sweets and of packs that are off hold nothing and cannot be bought: they are removed with the checkout.
    delete from cart_lines l using sweets s, packs p
      where l.cart_id = v_cart and s.id = l.sweet_id and p.id = l.pack_id and (s.deleted_at is not null or not p.active);
    update carts set gift_wrap = false, personal_message = '', checkout_key = gen_random_uuid(), updated_at = now() where id = v_cart;
  end if;
end $$;
--> statement-breakpoint
create or replace function purchase(
  p_user int, p_sweet int, p_quantity int, p_method text default 'cash', p_pack int default null,
  out outcome text, out available int, out order_id int
) language plpgsql as $$
declare
  v_sweet sweets%rowtype;
  v_pack packs%rowtype;
begin
  select * into v_sweet from sweets where id = p_sweet and deleted_at is null for no key update;
  if not found then outcome := 'missing'; return; end if;
  select * into v_pack from packs where sweet_id = p_sweet and (id = p_pack or (p_pack is null and is_default)) and active;
  if not found then outcome := 'no_pack'; return; end if;
  available := v_sweet.quantity / v_pack.units;
  if p_quantity > available and release_expired_holds(p_sweet) > 0 then
    select quantity / v_pack.units into available from sweets where id = p_sweet;
  end if;
  if p_quantity > available then outcome := 'short'; return; end if;
  insert into orders (user_id, channel, status, total, payment_method)
    values (p_user, 'counter', 'Completed', v_pack.price * p_quantity, p_method)
    returning id into order_id;
  insert into order_lines (order_id, sweet_id, pack_id, name, pack_label, grams, price, quantity)
    values (purchase.order_id, p_sweet, v_pack.id, v_sweet.name, v_pack.label, v_pack.grams, v_pack.price, p_quantity);
  insert into order_status_history (order_id, from_status, to_status, by_user_id)
    values (purchase.order_id, null, 'Pending', p_user), (purchase.order_id, 'Pending', 'Completed', p_user);
  insert into payments (order_id, method, amount, state, by_user_id)
    values (purchase.order_id, p_method, v_pack.price * p_quantity, 'received', p_user);
  perform move_stock(p_sweet, -p_quantity * v_pack.units, 'purchase', p_user, order_id);
  insert into messages (kind, event, order_id, sweet_id)
    select 'sold_out', format('sold_out:%s:%s', purchase.order_id, s.id), purchase.order_id, s.id
    from sweets s where s.id = p_sweet and is_sold_out(s) and is_message_on('sold_out');
  available := available - p_quantity;
  outcome := 'ok';
end $$;
--> statement-breakpoint
create or replace function set_order_status(
  p_order int, p_to text, p_by int, p_owner int, p_settings bigint default null, p_capacity int default null,
  p_slot_date date default null, p_slot_from text default null,
  out outcome text, out sweet_ids int[], out available int[], out slot_date date, out slot_from text, out pool text
) language plpgsql as $$
declare
  v_order orders%rowtype;
  v_returned boolean;
  v_line record;
begin
  if p_settings is not null and not are_settings_current(p_settings) then outcome := 'settings_changed'; return; end if;
  select * into v_order from orders where id = p_order and (p_owner is null or user_id = p_owner) for no key update;
  if not found then outcome := 'missing'; return; end if;
  outcome := 'ok';
  if v_order.status = p_to then return; end if;
  if p_owner is not null and v_order.status <> 'Pending' then outcome := 'not_pending'; return; end if;

  slot_date := v_order.slot_date;
  slot_from := v_order.slot_from;
  pool := pool_of(v_order.method);
  -- Also when the order was moved after the caller had been asked for the capacity of its window.
  if v_order.status = 'Cancelled' and slot_date is not null and (slot_date, slot_from) is distinct from (p_slot_date, p_slot_from) then
    outcome := 'capacity_needed';
    return;
  end if;

  v_returned := v_order.stock_returned;
  if (p_to = 'Cancelled' and v_order.status in ('Pending', 'Processing')) or (v_order.status = 'Cancelled' and v_returned) then
    perform 1 from sweets s where s.id in (select sweet_id from order_lines where order_id = p_order) order by s.id for no key update;
    if v_returned then
      for v_try in 1..2 loop
        select s.sweet_ids, s.available into set_order_status.sweet_ids, set_order_status.available
          from (
            select array_agg(sweet_id order by id) as sweets, array_agg(line_pack(pack_id, sweet_id) order by id) as packs,
                   array_agg(quantity order by id) as quantities
            from order_lines where order_id = p_order
          ) l, short_packs(null, l.sweets, l.packs, l.quantities) s;
        exit when set_order_status.sweet_ids is null or v_try = 2;
        -- Holds that have expired since the last run of the job are free.
        perform release_expired_holds(id) from unnest(set_order_status.sweet_ids) id;
      end loop;
      if set_order_status.sweet_ids is not null then outcome := 'short'; return; end if;
    end if;
  end if;
  if slot_date is not null then
    if p_to = 'Cancelled' then
      perform release_place(slot_date, slot_from, pool);
    elsif v_order.status = 'Cancelled' and not take_place(slot_date, slot_from, pool, coalesce(p_capacity, 0)) then
      outcome := 'slot_full';
      return;
    end if;
  end if;
  if (p_to = 'Cancelled' and v_order.status in ('Pending', 'Processing')) or (v_order.status = 'Cancelled' and v_returned) then
    for v_line in
      select l.sweet_id, l.quantity * p.units as units from order_lines l join packs p on p.id = line_pack(l.pack_id, l.sweet_id)
      where l.order_id = p_order order by l.sweet_id, l.id
    loop
      perform move_stock(v_line.sweet_id, case when v_returned then -v_line.units else v_line.units end,
                         case when v_returned then 'reinstate' else 'cancel' end, p_by, p_order);
    end loop;
    v_returned := not v_returned;
  end if;

  -- Units that are back in stock are in no packed box.
  update orders set status = p_to, stock_returned = v_returned, packed_at = case when not v_returned then packed_at end, updated_at = now()
    where id = p_order;
  insert into order_status_history (order_id, from_status, to_status, by_user_id) values (p_order, v_order.status, p_to, p_by);
end $$;
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
create or replace function searchable_words(p_name text, p_category text, p_description text, p_featured boolean, p_gift_box boolean)
returns table (word text, named boolean) language sql immutable as $$
  select word, bool_or(named) from (
    select word, true as named from split_words(p_name) word
    union all select word, false from split_words(p_category || ' ' || p_description) word
    union all values ('=' || p_category, true), (case when p_featured then '=featured' else '=not featured' end, true)
    union all select '=gift boxes', true where p_gift_box
  ) w group by word
$$;
--> statement-breakpoint
create or replace function computed_search_sets() returns table (word text, block int, sweets bit(2048), named bit(2048)) language sql stable as $$
  select word, id / 2048, bit_or(set_bit(0::bit(2048), id % 2048, 1)), bit_or(set_bit(0::bit(2048), id % 2048, named::int))
  from sweets, searchable_words(name, category, description, featured, gift_box) where deleted_at is null group by 1, 2
$$;
--> statement-breakpoint
create or replace function fill_search_sets() returns void language plpgsql as $$
begin
  lock table search_sets in exclusive mode;
  delete from search_sets;
  insert into search_sets (word, block, sweets, named) select word, block, sweets, named from computed_search_sets();
end $$;
--> statement-breakpoint
create or replace function update_search_sets() returns trigger language plpgsql as $$
declare
  v_bit int := old.id % 2048;
begin
  if tg_op = 'UPDATE' then
    if (old.name, old.category, old.description, old.featured, old.gift_box, old.deleted_at is null)
      = (new.name, new.category, new.description, new.featured, new.gift_box, new.deleted_at is null) then return null; end if;
  end if;
  insert into search_sets as s (word, block, sweets, named)
  select word, old.id / 2048, set_bit(0::bit(2048), v_bit, (now.named is not null)::int), set_bit(0::bit(2048), v_bit, coalesce(now.named, false)::int)
  from (
    select * from searchable_words(old.name, old.category, old.description, old.featured, old.gift_box) where old.deleted_at is null
  ) was full join (
    select * from searchable_words(new.name, new.category, new.description, new.featured, new.gift_box)
    where tg_op = 'UPDATE' and new.deleted_at is null
  ) now using (word)
  where was.named is distinct from now.named order by word
  on conflict (word, block) do update set sweets = set_bit(s.sweets, v_bit, get_bit(excluded.sweets, v_bit)),
    named = set_bit(s.named, v_bit, get_bit(excluded.named, v_bit));
  delete from search_sets where block = old.id / 2048 and sweets = 0::bit(2048)
    and word = any(array(select word from searchable_words(old.name, old.category, old.description, old.featured, old.gift_box)));
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_search_sets after update of name, description, category, featured, gift_box, deleted_at or delete on sweets
  for each row execute function update_search_sets();
--> statement-breakpoint
create or replace function ids_in_block(p_block int, p_sweets bit(2048)) returns setof int language sql immutable as $$
  select p_block * 2048 + piece * 64 + n from generate_series(0, 31) piece, generate_series(0, 63) n
  where substring(p_sweets from piece * 64 + 1 for 64) <> 0::bit(64) and get_bit(p_sweets, piece * 64 + n) = 1
$$;
--> statement-breakpoint
create or replace function search_terms(p_text text)
returns table (typed int, direct boolean, alternative int, low text, high text) language plpgsql stable as $$
declare
  v_word text;
  v_means text;
  -- After every word that begins alike, and after the word itself only.
  v_all constant text := chr(1114111);
  v_one constant text := chr(1);
begin
  typed := 0;
  for v_word in select word from split_words(left(p_text, 200)) word order by length(word) desc, word limit 8 loop
    typed := typed + 1;
    direct := true;
    alternative := 0;
    if exists (select 1 from search_words where word ~>=~ v_word and word ~<~ (v_word || v_all)) then
      low := v_word; high := v_word || v_all;
      return next;
    else
      for low in
        select word from (
          select word, similarity(word, v_word) as near, max(similarity(word, v_word)) over () as nearest
          from search_words where in_name and word % v_word
        ) w where near >= nearest - 0.1 order by near desc, word limit 3
      loop
        alternative := alternative + 1; high := low || v_one;
        return next;
      end loop;
      -- Transposed letters ('bafri') leave too few common trigrams.
      if alternative = 0 and length(v_word) > 2 then
        for low in
          select word from search_words
          where in_name and left(word, 1) = left(v_word, 1) and length(word) between length(v_word) - 2 and length(v_word) + 2
            and levenshtein_less_equal(word, v_word, 3) <= case when length(v_word) < 8 then 2 else 3 end
          order by levenshtein(word, v_word), word limit 3
        loop
          alternative := alternative + 1; high := low || v_one;
          return next;
        end loop;
      end if;
      if alternative = 0 then
        low := null; high := null;
        return next;
      end if;
    end if;
    direct := false;
    for v_means in select means from search_synonyms where word = v_word loop
      alternative := alternative + 1;
      for low in select split_words(v_means) loop
        high := low || v_all;
        return next;
      end loop;
    end loop;
  end loop;
  -- A text without a word.
  if typed = 0 then
    direct := true; alternative := 0;
    return next;
  end if;
end $$;
--> statement-breakpoint
create or replace function search_matches(p_text text, p_kinds text[]) returns table (rank int, block int, sweets bit(2048)) language sql stable as $$
  with terms as materialized (
    select typed, direct, alternative, low, high from search_terms(p_text)
    union all
    select 100 + n, true, 0, kind, kind || chr(1) from unnest(p_kinds) with ordinality k(kind, n)
  ), of_term as (
    select typed, direct, alternative, block, bit_or(sweets) as sweets, bit_or(named) as named
    from terms join search_sets on word >= low and word < high group by typed, direct, alternative, low, block
  ), of_alternative as (
    select typed, direct, block, bit_and(sweets) as sweets, bit_and(named) as named from of_term o group by typed, direct, alternative, block
    having count(*) = (select count(*) from terms t where t.typed = o.typed and t.alternative = o.alternative)
  ), of_typed as (
    select block, bit_or(sweets) as sweets, bit_or(named) as named,
      coalesce(bit_or(sweets) filter (where direct), 0::bit(2048)) as direct,
      coalesce(bit_or(named) filter (where direct), 0::bit(2048)) as direct_named
    from of_alternative group by typed, block
  ), of_text as (
    select block, bit_and(sweets) as sweets, bit_and(named) as named, bit_and(direct) as direct, bit_and(direct_named) as direct_named
    from of_typed group by block having count(*) = (select count(distinct typed) from terms)
  )
  select r.rank, block, r.sweets from of_text, lateral (values
    (1, direct_named), (2, direct & ~direct_named), (3, named & ~direct), (4, sweets & ~named & ~direct)
  ) r(rank, sweets) where r.sweets <> 0::bit(2048)
$$;
--> statement-breakpoint
create or replace function search_page(p_text text, p_kinds text[], p_limit bigint, p_offset bigint, out total int, out ids int[])
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  with matches as materialized (
    select rank, block, sweets, bit_count(sweets) as size from search_matches(p_text, p_kinds)
  ), placed as (
    select *, sum(size) over (order by rank, block desc) - size as before from matches
  ), rows_of_page as materialized (
    select * from placed where before < p_offset + p_limit and before + size > p_offset
  )
  select (select coalesce(sum(size), 0) from matches), array(
    select id from rows_of_page, ids_in_block(block, sweets) id order by rank, block desc, id desc
    limit p_limit offset p_offset - (select min(before) from rows_of_page))
  into total, ids;
end $$;
--> statement-breakpoint
create or replace function search_ids(p_text text, p_kinds text[]) returns int[] language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return array(select id from search_matches(p_text, p_kinds), ids_in_block(block, sweets) id order by id);
end $$;
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
  v_query text;
  v_direct text;
  v_differs boolean := false;
  v_unknown boolean := false;
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
    v_query := coalesce(v_query || ' & ', '') || '(' || concat_ws(' | ', v_found, v_synonyms) || ')';
    -- Nothing matches directly when one of the words is known to the synonyms only.
    v_unknown := v_unknown or v_found is null;
    v_differs := v_differs or v_synonyms is not null;
    v_direct := coalesce(v_direct || ' & ', '') || '(' || v_found || ')';
  end loop;
  query := v_query::tsquery;
  if v_differs and not v_unknown then direct := v_direct::tsquery; end if;
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
create or replace function save_settings(
  p_section text, p_version int, p_value jsonb, p_by int, out outcome text, out version int
) language plpgsql as $$
declare
  v_row settings%rowtype;
begin
  perform pg_advisory_xact_lock(7411986);
  select * into v_row from settings s where s.section = p_section;
  version := coalesce(v_row.version, 0);
  if version <> p_version then outcome := 'stale'; return; end if;
  version := version + 1;
  insert into settings as s (section, version, value) values (p_section, save_settings.version, p_value)
  on conflict on constraint settings_pkey do update
    set version = excluded.version, value = excluded.value, updated_at = now();
  insert into settings_history (section, version, from_value, to_value, by_user_id)
  values (p_section, save_settings.version, v_row.value, p_value, p_by);
  outcome := 'ok';
end $$;
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
create or replace function move_stock(
  p_sweet int, p_delta int, p_reason text, p_user int, p_order int default null, p_cart int default null
) returns void language plpgsql as $$
begin
  if p_delta = 0 then return; end if;
  if p_delta > 0 and p_reason in ('initial', 'restock', 'adjustment')
    and (select (quantity + p_delta) / default_units > 100000 from sweets where id = p_sweet) then
    raise exception 'more free packs than a sweet may have' using errcode = 'check_violation', constraint = 'stock_at_most';
  end if;
  update sweets set quantity = quantity + p_delta where id = p_sweet;
  insert into stock_ledger (sweet_id, delta, reason, user_id, order_id, cart_id)
  values (p_sweet, p_delta, p_reason, p_user, p_order, p_cart);
end $$;
--> statement-breakpoint
create or replace function restock(p_sweet int, p_quantity int, p_user int, p_pack int default null) returns int language plpgsql as $$
declare
  v_units int;
begin
  perform 1 from sweets where id = p_sweet and deleted_at is null for no key update;
  if not found then return null; end if;
  select units into v_units from packs where sweet_id = p_sweet and (id = p_pack or (p_pack is null and is_default));
  if not found then return null; end if;
  perform move_stock(p_sweet, p_quantity * v_units, 'restock', p_user);
  return (select quantity / default_units from sweets where id = p_sweet);
end $$;
--> statement-breakpoint
create or replace function release_expired_holds(p_sweet int) returns int language plpgsql as $$
declare
  v_line record;
  v_released int := 0;
begin
  perform 1 from sweets where id = p_sweet for no key update skip locked;
  if not found then return 0; end if;
  for v_line in
    select l.cart_id, l.pack_id, l.held * p.units as units from cart_lines l join packs p on p.id = l.pack_id
    where l.sweet_id = p_sweet and l.expires_at <= clock_timestamp() order by l.cart_id, l.pack_id for update of l
  loop
    update cart_lines set held = 0, expires_at = null where cart_id = v_line.cart_id and pack_id = v_line.pack_id;
    perform move_stock(p_sweet, v_line.units, 'lapse', null, null, v_line.cart_id);
    v_released := v_released + 1;
  end loop;
  return v_released;
end $$;
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
  insert into search_sets as s (word, block, sweets, named)
  select word, id / 2048, bit_or(set_bit(0::bit(2048), id % 2048, 1)), bit_or(set_bit(0::bit(2048), id % 2048, named::int))
  from added, searchable_words(name, category, description, featured, gift_box) where deleted_at is null group by 1, 2 order by 1, 2
  on conflict (word, block) do update set sweets = s.sweets | excluded.sweets, named = s.named | excluded.named;
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
