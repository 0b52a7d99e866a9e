-- Can be applied again: no index depends on what a try before has done.
drop index concurrently if exists orders_due;
--> statement-breakpoint
drop index concurrently if exists orders_to_refund;
--> statement-breakpoint
drop index concurrently if exists messages_to_owner;
--> statement-breakpoint
drop index concurrently if exists orders_unpaid_phone;
--> statement-breakpoint
create index concurrently orders_unpaid_phone on orders (right(regexp_replace(customer_phone, '\D', '', 'g'), 10)) where user_id is null and channel = 'web' and payment_state = 'unpaid' and status <> 'Cancelled';
--> statement-breakpoint
alter table orders validate constraint orders_tracking;
