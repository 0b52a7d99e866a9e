-- Can be applied again: no index depends on what a try before has done.
drop index concurrently if exists orders_above_cost;
--> statement-breakpoint
alter table invoice_lines validate constraint invoice_lines_unit;
--> statement-breakpoint
alter table invoice_lines validate constraint invoice_lines_grams;
--> statement-breakpoint
alter table orders validate constraint orders_company;
