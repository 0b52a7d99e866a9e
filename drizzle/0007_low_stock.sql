DROP INDEX "sweets_stock";--> statement-breakpoint
ALTER TABLE "sweets" ADD COLUMN "low" boolean GENERATED ALWAYS AS (quantity < 5) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "sweets_low" ON "sweets" USING btree ("id") WHERE "sweets"."deleted_at" is null and "sweets"."low";