-- All locks first, the strongest there will be: whoever locks a table weakly and then more strongly is in a deadlock with each sale that has
-- locked a row of it and waits to change it.
LOCK TABLE "sweets", "cart_lines", "order_lines", "sweet_sales", "stock_ledger" IN ACCESS EXCLUSIVE MODE;
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
ALTER TABLE "packs" ADD CONSTRAINT "packs_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "packs_default" ON "packs" USING btree ("sweet_id") WHERE "packs"."is_default";
--> statement-breakpoint
CREATE UNIQUE INDEX "packs_label" ON "packs" USING btree ("sweet_id",lower("label"));
--> statement-breakpoint
ALTER TABLE "sweets" ADD COLUMN "default_units" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "sweets" ADD COLUMN "largest_units" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "sweets" ADD CONSTRAINT "sweets_units" CHECK (default_units >= 1 and largest_units >= default_units);
--> statement-breakpoint
-- Takes the index sweets_low with it.
ALTER TABLE "sweets" DROP COLUMN "low";
--> statement-breakpoint
ALTER TABLE "sweets" ADD COLUMN "low" boolean GENERATED ALWAYS AS (quantity < 5 * default_units) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "sweets_low" ON "sweets" USING btree ("id") WHERE "sweets"."deleted_at" is null and "sweets"."low";
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD COLUMN "pack_id" integer;
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "pack_id" integer;
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "pack_label" text;
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "grams" integer;
--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_pack" FOREIGN KEY ("sweet_id","pack_id") REFERENCES "public"."packs"("sweet_id","id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "sweet_sales" ADD COLUMN "grams" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "stock_ledger" DROP CONSTRAINT "stock_ledger_reason";
--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_reason" CHECK (reason in ('initial', 'restock', 'adjustment', 'hold', 'release', 'lapse', 'order', 'purchase', 'cancel', 'reinstate', 'unit_change')) NOT VALID;
