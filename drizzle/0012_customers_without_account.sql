ALTER TABLE "orders" ADD COLUMN "customer_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_phone" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_email" text;--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING gin ("customer_name" gin_trgm_ops,"customer_email" gin_trgm_ops,regexp_replace("customer_phone", '\D', '', 'g') gin_trgm_ops) WHERE "orders"."customer_name" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer" CHECK ((customer_name is null) = (customer_phone is null) and (customer_email is null or customer_name is not null));