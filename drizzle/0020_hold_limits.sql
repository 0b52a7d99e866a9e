ALTER TABLE "cart_lines" ADD COLUMN "address_hash" text;--> statement-breakpoint
CREATE INDEX "cart_lines_held" ON "cart_lines" USING btree ("sweet_id","address_hash") WHERE "cart_lines"."held" > 0;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_address" CHECK (held > 0 or address_hash is null);