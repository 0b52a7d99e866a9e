ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_method";
--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_pincode";
--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_area";
--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_fee";
--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_slot";
