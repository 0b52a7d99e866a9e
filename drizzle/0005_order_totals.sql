CREATE TABLE "order_totals" (
	"day" date NOT NULL,
	"status" text NOT NULL,
	"shard" integer NOT NULL,
	"orders" integer NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "order_totals_day_status_shard_pk" PRIMARY KEY("day","status","shard")
);
--> statement-breakpoint
CREATE TABLE "sweet_sales" (
	"sweet_id" integer PRIMARY KEY NOT NULL,
	"units" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sweet_sales" ADD CONSTRAINT "sweet_sales_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sweet_sales_most" ON "sweet_sales" USING btree ("units" DESC NULLS FIRST,"sweet_id");