-- Can be applied again: no index depends on what a try before has done.
drop index concurrently if exists orders_owed;
--> statement-breakpoint
create index concurrently orders_owed on orders (id) where received - refunded - refund_pending > case when status = 'Cancelled' then 0 else total end or credited_ahead > 0;
--> statement-breakpoint
drop index concurrently if exists payments_gateway;
--> statement-breakpoint
create unique index concurrently payments_gateway on payments (reference) where method = 'online';
--> statement-breakpoint
drop index concurrently if exists payments_ask;
--> statement-breakpoint
create index concurrently payments_ask on payments (ask_at) where state = 'refund_pending';
--> statement-breakpoint
alter table payments validate constraint payments_refund_of_payments_id_fk;
--> statement-breakpoint
alter table orders validate constraint orders_refund_pending;
--> statement-breakpoint
alter table orders validate constraint orders_payment_method;
--> statement-breakpoint
alter table payments validate constraint payments_fee;
--> statement-breakpoint
alter table payments validate constraint payments_pending;
--> statement-breakpoint
alter table payments validate constraint payments_method;
--> statement-breakpoint
alter table payments validate constraint payments_state;
--> statement-breakpoint
alter table messages validate constraint messages_kind;
--> statement-breakpoint
alter table orders validate constraint orders_paid_back;
