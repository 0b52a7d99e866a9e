-- Can be applied again: no index depends on what a try before has done.
drop index concurrently if exists orders_outstanding;
--> statement-breakpoint
create index concurrently orders_outstanding on orders (created_at) where received - paid_back < total and status <> 'Cancelled';
--> statement-breakpoint
drop index concurrently if exists orders_claimed;
--> statement-breakpoint
create index concurrently orders_claimed on orders (id) where claimed > 0;
--> statement-breakpoint
drop index concurrently if exists orders_above_cost;
--> statement-breakpoint
create index concurrently orders_above_cost on orders (id) where received - refunded > case when status = 'Cancelled' then 0 else total end;
--> statement-breakpoint
alter table messages validate constraint messages_kind;
--> statement-breakpoint
alter table orders validate constraint orders_paid_back;
--> statement-breakpoint
alter table plan_days validate constraint plan_days_rest;
