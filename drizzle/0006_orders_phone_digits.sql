DROP INDEX "orders_search";--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("recipient_name" gin_trgm_ops,regexp_replace("phone_number", '\D', '', 'g') gin_trgm_ops);