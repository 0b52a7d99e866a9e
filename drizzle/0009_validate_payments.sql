ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_payment_method";
--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_payment_state";
--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_payments";
