CREATE TABLE "order_browsers" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL
);
--> statement-breakpoint
DROP VIEW "public"."audit_entries";--> statement-breakpoint
ALTER TABLE "cart_lines" ADD COLUMN "shown_price" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "estimate" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tracking" jsonb;--> statement-breakpoint
ALTER TABLE "order_browsers" ADD CONSTRAINT "order_browsers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_browsers_token" ON "order_browsers" USING btree ("token_hash","order_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tracking" CHECK (tracking->>'url' like 'https://%') NOT VALID;
