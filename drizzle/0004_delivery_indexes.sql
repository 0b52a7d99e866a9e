DROP INDEX CONCURRENTLY IF EXISTS "orders_slot";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_slot" ON "orders" USING btree ("slot_date","slot_from","id") WHERE "orders"."slot_date" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_unpacked";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_unpacked" ON "orders" USING btree ("id") WHERE "orders"."slot_date" is null and "orders"."packed_at" is null and "orders"."channel" <> 'counter' and "orders"."status" in ('Pending', 'Processing');
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_packed";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_packed" ON "orders" USING btree ("packed_at") WHERE "orders"."packed_at" is not null;
