-- The strongest lock first. The constraints are validated, and the indexes built, by the migration of indexes.
lock table orders, messages, plan_days in access exclusive mode;--> statement-breakpoint
CREATE TABLE "first_steps_away" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "first_steps_away_one" CHECK (id = 1)
);
--> statement-breakpoint
DROP VIEW "public"."audit_entries";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_back" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_days" ADD COLUMN "rest_grams" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind in ('order_received', 'window_changed', 'order_changed', 'order_shipped', 'order_completed', 'order_cancelled', 'payment_received', 'payment_rejected', 'refund', 'enquiry_received', 'new_order', 'upi_claimed', 'new_enquiry', 'sold_out', 'password_reset', 'staff_invitation', 'webhook_off')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_back" CHECK (paid_back between 0 and refunded) NOT VALID;--> statement-breakpoint
ALTER TABLE "plan_days" ADD CONSTRAINT "plan_days_rest" CHECK (rest_grams >= 0) NOT VALID;--> statement-breakpoint
CREATE VIEW "public"."audit_entries" AS (
    select id * 4 as id, at, by_kind, by_id, by_name, action, noun, noun_id, text, changes
    from audit_log
    union all
    select h.id * 4 + 1, h.at, case u.role when 'key' then 'key' else 'staff' end, u.id, u.name, 'set status', 'orders', h.order_id::text, null,
      jsonb_build_object('status', jsonb_build_array(h.from_status, h.to_status))
    from order_status_history h join users u on u.id = h.by_user_id and u.role <> 'customer'
    union all
    select c.id * 4 + 2, c.at, case u.role when 'key' then 'key' else 'staff' end, u.id, u.name,
      case c.field when 'slot' then 'move' when 'items' then 'change sweets' else 'correct' end, 'orders', c.order_id::text, null,
      jsonb_build_object(c.field, case when c.field in ('slot', 'items') then jsonb_build_array(c.from_text, c.to_text) else '[null, null]'::jsonb end)
    from order_corrections c join users u on u.id = c.by_user_id and u.role <> 'customer'
    union all
    select s.id * 4 + 3, s.at, case u.role when 'key' then 'key' else 'staff' end, u.id, u.name, 'save',
      case when s.section in ('pause', 'notice', 'windows', 'festivals') then 'opening' else 'settings' end, s.section, null,
      jsonb_build_object(s.section, jsonb_build_array(s.from_value, s.to_value))
    from settings_history s join users u on u.id = s.by_user_id and u.role <> 'customer'
);