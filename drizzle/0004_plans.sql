-- The strongest locks first. Every new column is null and has no default, so no row is rewritten; the ledger's constraint is validated by the
-- next migration, which also builds the indexes of the large tables.
lock table sweets, carts, cart_lines, orders, order_lines, stock_ledger, settings in access exclusive mode;
--> statement-breakpoint
CREATE TABLE "plan_days" (
	"sweet_id" integer NOT NULL,
	"day" date NOT NULL,
	"capacity" integer NOT NULL,
	"is_own" boolean DEFAULT false NOT NULL,
	"above" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"ordered" integer DEFAULT 0 NOT NULL,
	"made" integer,
	"first_made_at" timestamp (3) with time zone,
	"short" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "plan_days_sweet_id_day_pk" PRIMARY KEY("sweet_id","day"),
	CONSTRAINT "plan_days_promised" CHECK (made is not null or held + ordered <= capacity + above),
	CONSTRAINT "plan_days_units" CHECK (least(capacity, above, held, ordered, made) >= 0),
	CONSTRAINT "plan_days_short" CHECK (short between 0 and held + ordered and (made is not null or short = 0)),
	CONSTRAINT "plan_days_made" CHECK ((made is null) = (first_made_at is null))
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"sweet_id" integer PRIMARY KEY NOT NULL,
	"week" integer[] NOT NULL,
	"order_by_days" integer NOT NULL,
	"order_by_time" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plans_week" CHECK (array_length(week, 1) = 7 and 0 <= all(week)),
	CONSTRAINT "plans_order_by" CHECK (order_by_days between 0 and 30 and order_by_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
--> statement-breakpoint
ALTER TABLE "settings" DROP CONSTRAINT "settings_section";
--> statement-breakpoint
ALTER TABLE "stock_ledger" DROP CONSTRAINT "stock_ledger_reason";
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD COLUMN "day" date;
--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "day" date;
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "day" date;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "day" date;
--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD COLUMN "day" date;
--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD COLUMN "note" text;
--> statement-breakpoint
ALTER TABLE "plan_days" ADD CONSTRAINT "plan_days_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "plan_days_day" ON "plan_days" USING btree ("day","sweet_id");
--> statement-breakpoint
CREATE INDEX "plan_days_short" ON "plan_days" USING btree ("sweet_id","day") WHERE "plan_days"."short" > 0;
--> statement-breakpoint
CREATE INDEX "cart_lines_day" ON "cart_lines" USING btree ("sweet_id","day") WHERE "cart_lines"."day" is not null;
--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_section" CHECK (section in ('shop', 'areas', 'windows', 'pause', 'notice', 'payments', 'tax', 'messages', 'festivals'));
--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_reason" CHECK (reason in ('initial', 'restock', 'adjustment', 'hold', 'release', 'expire', 'order', 'purchase', 'cancel', 'reinstate', 'unit_change', 'made', 'promised', 'waste', 'lapse')) NOT VALID;
