-- The schema of 22 November 2026, squashed from 13 migrations. A database that those migrations made skips this one, since
-- the journal gives it the time of the last of them; everything after it is applied to both kinds of database.
--
-- Trigrams forgive typing errors and search inside names. Both extensions are trusted: the owner of a database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"cart_id" integer NOT NULL,
	"sweet_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"held" integer NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_lines_cart_id_sweet_id_pk" PRIMARY KEY("cart_id","sweet_id"),
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
	"name" text NOT NULL,
	"price" bigint NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_lines_once" UNIQUE("order_id","sweet_id"),
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
	"internal_note" text,
	"stock_returned" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_status" CHECK (status in ('Pending', 'Processing', 'Shipped', 'Completed', 'Cancelled')),
	CONSTRAINT "orders_channel" CHECK (channel in ('web', 'api', 'counter')),
	CONSTRAINT "orders_total" CHECK (total > 0)
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
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
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
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
	CONSTRAINT "stock_ledger_reason" CHECK (reason in ('initial', 'restock', 'adjustment', 'hold', 'release', 'lapse', 'order', 'purchase', 'cancel', 'reinstate'))
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
	"units" bigint NOT NULL
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
	"low" boolean GENERATED ALWAYS AS (quantity < 5) STORED NOT NULL,
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
	"sample" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', regexp_replace(name, '[^[:alnum:]\u0300-\u036f\u0900-\u0963\u0966-\u0dff]+', ' ', 'g')), 'A') || setweight(to_tsvector('simple', regexp_replace(category, '[^[:alnum:]\u0300-\u036f\u0900-\u0963\u0966-\u0dff]+', ' ', 'g')), 'B') || setweight(to_tsvector('simple', regexp_replace(description, '[^[:alnum:]\u0300-\u036f\u0900-\u0963\u0966-\u0dff]+', ' ', 'g')), 'D')) STORED NOT NULL,
	CONSTRAINT "sweets_quantity" CHECK (quantity between 0 and 1000000000),
	CONSTRAINT "sweets_price" CHECK (price between 1 and 100000000),
	CONSTRAINT "sweets_category" CHECK (category in ('Traditional Sweets', 'Dry Fruits', 'Sugar-Free', 'Cakes', 'Seasonal Specials')),
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
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiries" ADD CONSTRAINT "enquiries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiries" ADD CONSTRAINT "enquiries_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_corrections" ADD CONSTRAINT "order_corrections_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_corrections" ADD CONSTRAINT "order_corrections_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_status_history" ADD CONSTRAINT "order_status_history_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_status_history" ADD CONSTRAINT "order_status_history_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sweet_sales" ADD CONSTRAINT "sweet_sales_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sweets" ADD CONSTRAINT "sweets_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cart_lines_sweet" ON "cart_lines" USING btree ("sweet_id");--> statement-breakpoint
CREATE INDEX "cart_lines_expiry" ON "cart_lines" USING btree ("expires_at") WHERE "cart_lines"."expires_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "carts_user" ON "carts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "carts_token" ON "carts" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "carts_updated" ON "carts" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "enquiries_newest" ON "enquiries" USING btree ("id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "enquiries_open" ON "enquiries" USING btree ("id" DESC NULLS FIRST) WHERE "enquiries"."done_at" is null;--> statement-breakpoint
CREATE INDEX "enquiries_user" ON "enquiries" USING btree ("user_id") WHERE "enquiries"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "enquiries_done" ON "enquiries" USING btree ("done_at") WHERE "enquiries"."done_at" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_corrections_order" ON "order_corrections" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_lines_sweet" ON "order_lines" USING btree ("sweet_id","order_id","quantity");--> statement-breakpoint
CREATE INDEX "order_status_history_order" ON "order_status_history" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","status","total");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("recipient_name" gin_trgm_ops,regexp_replace("phone_number", '\D', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
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
ALTER TABLE rate_limits SET UNLOGGED;
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
