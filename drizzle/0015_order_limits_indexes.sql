-- Can be applied again: no index depends on what a try before has done.
drop index concurrently if exists orders_unpaid;
--> statement-breakpoint
create index concurrently orders_unpaid on orders (user_id, created_at, status) where payment_state = 'unpaid' and status <> 'Cancelled';
--> statement-breakpoint
drop index concurrently if exists orders_address;
--> statement-breakpoint
create index concurrently orders_address on orders (address_hash, created_at) where address_hash is not null;
