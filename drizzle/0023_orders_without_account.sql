CREATE TABLE "order_browsers" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_browsers" ADD CONSTRAINT "order_browsers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_browsers_token" ON "order_browsers" USING btree ("token_hash","order_id");