DROP INDEX CONCURRENTLY IF EXISTS "orders_payment";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_payment" ON "orders" USING btree ("payment_state","id" DESC NULLS FIRST);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_upi_unpaid";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_upi_unpaid" ON "orders" USING btree ("created_at") WHERE "orders"."payment_method" = 'upi' and "orders"."payment_state" = 'unpaid' and "orders"."status" <> 'Cancelled';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_to_refund";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_to_refund" ON "orders" USING btree ("id") WHERE "orders"."status" = 'Cancelled' and "orders"."received" > "orders"."refunded";
