CREATE TABLE "invoice_lines" (
	"invoice_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"hsn" text NOT NULL,
	"quantity" integer,
	"rate" integer NOT NULL,
	"taxable" bigint NOT NULL,
	"cgst" bigint NOT NULL,
	"sgst" bigint NOT NULL,
	"igst" bigint NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "invoice_lines_invoice_id_position_pk" PRIMARY KEY("invoice_id","position"),
	CONSTRAINT "invoice_lines_total" CHECK (total = taxable + cgst + sgst + igst),
	CONSTRAINT "invoice_lines_taxes" CHECK (least(taxable, cgst, sgst, igst) >= 0 and cgst = sgst and (igst = 0 or cgst = 0)),
	CONSTRAINT "invoice_lines_rate" CHECK (rate between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"prefix" text NOT NULL,
	"year" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_series_prefix_year_pk" PRIMARY KEY("prefix","year"),
	CONSTRAINT "invoice_series_last" CHECK (last >= 1)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"prefix" text NOT NULL,
	"year" text NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"order_id" integer NOT NULL,
	"credited_id" integer,
	"date" date NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"content" jsonb NOT NULL,
	"buyer_name" text,
	"buyer_address" text,
	"reason" text,
	"total" bigint NOT NULL,
	CONSTRAINT "invoices_sequence" UNIQUE("prefix","year","sequence"),
	CONSTRAINT "invoices_kind" CHECK (kind in ('tax_invoice', 'bill_of_supply', 'credit_note')),
	CONSTRAINT "invoices_number" CHECK (length(number) between 1 and 16),
	CONSTRAINT "invoices_credited" CHECK ((kind = 'credit_note') = (credited_id is not null)),
	CONSTRAINT "invoices_total" CHECK (total > 0)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"event" text NOT NULL,
	"order_id" integer,
	"payment_id" integer,
	"enquiry_id" integer,
	"sweet_id" integer,
	"email" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_kind" CHECK (kind in ('order_received', 'window_changed', 'order_shipped', 'order_completed', 'order_cancelled', 'payment_received', 'payment_rejected', 'refund', 'enquiry_received', 'new_order', 'upi_claimed', 'new_enquiry', 'sold_out', 'password_reset')),
	CONSTRAINT "messages_state" CHECK (state in ('waiting', 'sending', 'sent', 'unknown', 'failed', 'handled'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"method" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text NOT NULL,
	"reference" text,
	"reason" text,
	"above_due" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by_user_id" integer,
	CONSTRAINT "payments_amount" CHECK (amount > 0),
	CONSTRAINT "payments_method" CHECK (method in ('cod', 'upi', 'cash', 'card')),
	CONSTRAINT "payments_state" CHECK (state in ('claimed', 'received', 'refunded', 'failed')),
	CONSTRAINT "payments_reference" CHECK (length(reference) between 1 and 60),
	CONSTRAINT "payments_reason" CHECK (length(reason) between 1 and 300)
);
--> statement-breakpoint
ALTER TABLE "settings" DROP CONSTRAINT "settings_section";
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_method" text DEFAULT 'cod' NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "received" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "claimed" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_state" text DEFAULT 'unpaid' NOT NULL;
--> statement-breakpoint
ALTER TABLE "sweets" ADD COLUMN "own_hsn" text;
--> statement-breakpoint
ALTER TABLE "sweets" ADD COLUMN "hsn" text GENERATED ALWAYS AS (coalesce(own_hsn, case category when 'Traditional Sweets' then '2106' when 'Dry Fruits' then '0813' when 'Sugar-Free' then '2106' when 'Cakes' then '1905' when 'Seasonal Specials' then '2106' end)) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credited_id_invoices_id_fk" FOREIGN KEY ("credited_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_enquiry_id_enquiries_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."enquiries"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sweet_id_sweets_id_fk" FOREIGN KEY ("sweet_id") REFERENCES "public"."sweets"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("number");
--> statement-breakpoint
CREATE INDEX "invoices_order" ON "invoices" USING btree ("order_id","id");
--> statement-breakpoint
CREATE INDEX "invoices_credited" ON "invoices" USING btree ("credited_id") WHERE "invoices"."credited_id" is not null;
--> statement-breakpoint
CREATE INDEX "invoices_date" ON "invoices" USING btree ("date","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_event" ON "messages" USING btree ("event");
--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("next_attempt_at","id") WHERE "messages"."state" = 'waiting';
--> statement-breakpoint
CREATE INDEX "messages_sending" ON "messages" USING btree ("at") WHERE "messages"."state" = 'sending';
--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "messages_order" ON "messages" USING btree ("order_id") WHERE "messages"."order_id" is not null;
--> statement-breakpoint
CREATE INDEX "messages_enquiry" ON "messages" USING btree ("enquiry_id") WHERE "messages"."enquiry_id" is not null;
--> statement-breakpoint
CREATE INDEX "messages_old" ON "messages" USING btree ("at") WHERE "messages"."state" not in ('waiting', 'sending');
--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id","id");
--> statement-breakpoint
CREATE INDEX "payments_at" ON "payments" USING btree ("at") WHERE "payments"."state" in ('received', 'refunded');
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_utr" ON "payments" USING btree ("reference") WHERE "payments"."method" = 'upi' and "payments"."state" in ('claimed', 'received');
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_claim" ON "payments" USING btree ("order_id") WHERE "payments"."state" = 'claimed';
--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("by_user_id") WHERE "payments"."by_user_id" is not null;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_method" CHECK (payment_method in ('cod', 'upi', 'cash', 'card')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_state" CHECK (payment_state in ('unpaid', 'claimed', 'part_paid', 'paid', 'part_refunded', 'refunded')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payments" CHECK (claimed >= 0 and refunded between 0 and received) NOT VALID;
--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_section" CHECK (section in ('shop', 'areas', 'windows', 'pause', 'notice', 'payments', 'tax', 'messages'));
--> statement-breakpoint
ALTER TABLE "sweets" ADD CONSTRAINT "sweets_hsn" CHECK (own_hsn ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$');
