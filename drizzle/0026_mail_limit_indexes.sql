DROP INDEX CONCURRENTLY IF EXISTS "messages_merged";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "messages_merged" ON "messages" USING btree ("merged_into","id") WHERE "messages"."merged_into" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "messages_to_owner";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "messages_to_owner" ON "messages" USING btree ("id","created_at") WHERE kind in ('new_order', 'upi_claimed', 'new_enquiry', 'sold_out');
