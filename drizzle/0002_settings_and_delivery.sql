-- Nothing was ever stored in the old table of this name.
DROP TABLE "settings";
--> statement-breakpoint
CREATE TABLE "settings" (
	"section" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_section" CHECK (section in ('shop', 'areas', 'windows', 'pause', 'notice')),
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
ALTER TABLE "orders" ADD COLUMN "method" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pincode" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "area_name" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "area_kind" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_fee" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "slot_date" date;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "slot_from" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "slot_to" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "packed_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "sweets" ADD COLUMN "own_prep_hours" integer;
--> statement-breakpoint
ALTER TABLE "sweets" ADD COLUMN "prep_hours" integer GENERATED ALWAYS AS (coalesce(own_prep_hours, case when category = 'Cakes' then 24 else 0 end)) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "sweets" ADD COLUMN "own_travels" boolean;
--> statement-breakpoint
ALTER TABLE "sweets" ADD COLUMN "travels" boolean GENERATED ALWAYS AS (coalesce(own_travels, shelf_life_days >= 7, false)) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "settings_history" ADD CONSTRAINT "settings_history_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_method" CHECK (method in ('delivery', 'courier', 'pickup')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_pincode" CHECK (pincode ~ '^[1-9][0-9]{5}$') NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_area" CHECK ((area_name is null) = (area_kind is null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fee" CHECK (delivery_fee >= 0 and (delivery_fee = 0 or coalesce(method in ('delivery', 'courier'), false))) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_slot" CHECK (num_nonnulls(slot_date, slot_from, slot_to) in (0, 3) and (slot_date is null or coalesce(method in ('delivery', 'pickup'), false))) NOT VALID;
--> statement-breakpoint
ALTER TABLE "sweets" ADD CONSTRAINT "sweets_prep_hours" CHECK (own_prep_hours between 0 and 720);
