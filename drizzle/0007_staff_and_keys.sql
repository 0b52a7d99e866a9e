CREATE TABLE "api_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"permissions" text[] NOT NULL,
	"made_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by_kind" text NOT NULL,
	"by_id" integer,
	"by_name" text NOT NULL,
	"action" text NOT NULL,
	"noun" text NOT NULL,
	"noun_id" text,
	"text" text NOT NULL,
	"changes" jsonb NOT NULL,
	CONSTRAINT "audit_log_by_kind" CHECK (by_kind in ('staff', 'key', 'command')),
	CONSTRAINT "audit_log_author" CHECK ((by_kind = 'command') = (by_id is null))
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"made_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_role";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "staff" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp (3) with time zone;--> statement-breakpoint
-- Whoever managed the shop before there were kinds of staff may do all that they could.
UPDATE "users" SET "staff" = 'owner' WHERE "role" = 'admin';--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_maker" ON "api_keys" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_noun" ON "audit_log" USING btree ("noun","noun_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_by" ON "audit_log" USING btree ("by_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invitations_user" ON "invitations" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind in ('order_received', 'window_changed', 'order_shipped', 'order_completed', 'order_cancelled', 'payment_received', 'payment_rejected', 'refund', 'enquiry_received', 'new_order', 'upi_claimed', 'new_enquiry', 'sold_out', 'password_reset', 'staff_invitation'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_staff" CHECK ((role = 'admin') = (staff is not null) and staff in ('owner', 'manager', 'counter', 'kitchen', 'accountant'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_active" CHECK (active or role = 'admin');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_password" CHECK ((role = 'customer') <= (password_hash is not null));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK (role in ('customer', 'admin', 'key'));