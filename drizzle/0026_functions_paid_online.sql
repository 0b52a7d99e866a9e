set local check_function_bodies = off;
--> statement-breakpoint
create or replace function update_order_payments() returns trigger language plpgsql as $$
declare
  v_sums record;
  v_order integer := coalesce(new.order_id, old.order_id);
  v_paid_back bigint := 0;
begin
  select coalesce(sum(amount) filter (where state = 'received'), 0)::bigint as received,
         coalesce(sum(amount) filter (where state = 'received' and not above_due), 0)::bigint as received_in_bounds,
         coalesce(sum(amount) filter (where state = 'refunded'), 0)::bigint as refunded,
         coalesce(sum(amount) filter (where state = 'claimed'), 0)::bigint as claimed,
         coalesce(sum(amount) filter (where state = 'refund_pending'), 0)::bigint as refund_pending
    into v_sums from payments where order_id = v_order;
  -- What is refunded above the total, or is on its way, never counts as paid again, whatever the order costs later.
  if tg_op = 'INSERT' and new.state in ('refunded', 'refund_pending') then
    select least(new.amount, greatest(0, v_sums.received - paid_back - total)) into v_paid_back from orders where id = v_order;
    if v_paid_back > 0 then update payments set paid_back = v_paid_back where id = new.id; end if;
  elsif tg_op = 'DELETE' or (tg_op = 'UPDATE' and new.state = 'refund_failed' and old.state <> new.state) then
    v_paid_back := -old.paid_back;
  end if;
  update orders set received = v_sums.received, refunded = v_sums.refunded, claimed = v_sums.claimed,
      refund_pending = v_sums.refund_pending,
      credited_ahead = credited_ahead + case
        when tg_op = 'INSERT' and new.state = 'refund_pending' then -new.amount
        when tg_op = 'DELETE' then old.amount
        when tg_op = 'UPDATE' and new.state = 'refund_failed' and old.state <> new.state then new.amount
        else 0 end,
      paid_back = paid_back + v_paid_back,
      payment_state = payment_state(total, v_sums.received, v_sums.refunded, v_sums.claimed), updated_at = now()
    where id = v_order;
  -- An order whose sweets were changed may cost less now than was received for it before.
  if new.state = 'received' and not new.above_due
    and v_sums.received_in_bounds > (select total + paid_back from orders where id = new.order_id) then
    raise exception 'more than the total of the order' using errcode = 'check_violation', constraint = 'payments_above_due';
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_order_payments after insert or update of state or delete on payments for each row
  execute function update_order_payments();
--> statement-breakpoint
create or replace function protect_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.state = 'refund_pending' and old.reference is null then return old; end if;
  if tg_op = 'DELETE'
    or (new.order_id, new.method, new.amount, new.refund_of, new.gateway_key, new.created_at)
      is distinct from (old.order_id, old.method, old.amount, old.refund_of, old.gateway_key, old.created_at)
    or (new.state <> old.state and (old.state, new.state) not in (('claimed', 'received'), ('claimed', 'failed'),
      ('refund_pending', 'refunded'), ('refund_pending', 'refund_failed'), ('refunded', 'refund_failed')))
    or (new.state <> old.state and old.state = 'refunded' and old.refund_of is null) then
    raise exception 'an entry of the payments cannot be changed' using errcode = 'check_violation', constraint = 'payments_protected';
  end if;
  return new;
end $$;
