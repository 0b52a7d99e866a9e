DROP INDEX CONCURRENTLY IF EXISTS "order_lines_order_pack";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "order_lines_order_pack" ON "order_lines" USING btree ("order_id","pack_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_lines_sweet_pack";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_lines_sweet_pack" ON "order_lines" USING btree ("sweet_id","pack_id","order_id","quantity");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_lines_sweet";
