DROP INDEX CONCURRENTLY IF EXISTS "orders_to_pack";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_to_pack" ON "orders" USING btree ("id") WHERE "orders"."slot_date" is null and "orders"."packed_at" is null and ("orders"."channel" <> 'counter' or "orders"."method" is not null) and "orders"."status" in ('Pending', 'Processing');
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_unpacked";
