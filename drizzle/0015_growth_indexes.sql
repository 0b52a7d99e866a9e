DROP INDEX CONCURRENTLY IF EXISTS "messages_not_sent";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "messages_not_sent" ON "messages" USING btree ("id" DESC NULLS FIRST) WHERE "messages"."state" <> 'sent';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_due";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_due" ON "orders" USING btree ("created_at") WHERE "orders"."received" < "orders"."total" and "orders"."status" <> 'Cancelled';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_moved";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_moved" ON "payments" USING btree ("at","method","state","amount") WHERE "payments"."state" in ('received', 'refunded');
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_at";
