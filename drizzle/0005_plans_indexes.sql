-- Can be applied again: neither an index nor the validation depends on what a try before has done.
drop index concurrently if exists order_lines_day;
--> statement-breakpoint
create index concurrently order_lines_day on order_lines (day, sweet_id) where day is not null;
--> statement-breakpoint
drop index concurrently if exists orders_day;
--> statement-breakpoint
create index concurrently orders_day on orders (day, id) where day is not null;
--> statement-breakpoint
drop index concurrently if exists stock_ledger_day;
--> statement-breakpoint
create index concurrently stock_ledger_day on stock_ledger (day, sweet_id) where day is not null;
--> statement-breakpoint
drop index concurrently if exists stock_ledger_at;
--> statement-breakpoint
create index concurrently stock_ledger_at on stock_ledger using brin (at);
--> statement-breakpoint
alter table stock_ledger validate constraint stock_ledger_reason;
