-- Payments: what the ledger of an order comes to. The order's row is locked before entries are written (lib/payments/commands.ts).

-- What received, refunded and claimed paise mean for an order of a total.
-- Test: tests/domain/payments.test.ts
create or replace function payment_state(p_total bigint, p_received bigint, p_refunded bigint, p_claimed bigint)
returns text language sql immutable as $$
  select case
    when p_refunded > 0 and p_refunded = p_received then 'refunded'
    when p_refunded > 0 then 'part_refunded'
    when p_received >= p_total then 'paid'
    when p_claimed > 0 then 'claimed'
    when p_received > 0 then 'part_paid'
    else 'unpaid' end
$$;

-- Brings the sums and the state of an order up to its ledger.
-- Errors: check_violation with the constraint name `payments_above_due` for an entry by which more was received than the total and the
-- owner has not accepted that; orders_payments when more is refunded than was received. Both after the commands have checked it: they hold
-- whoever writes.
-- Test: tests/domain/payments.test.ts
create or replace function update_order_payments() returns trigger language plpgsql as $$
declare
  v_sums record;
begin
  select coalesce(sum(amount) filter (where state = 'received'), 0)::bigint as received,
         coalesce(sum(amount) filter (where state = 'received' and not above_due), 0)::bigint as received_in_bounds,
         coalesce(sum(amount) filter (where state = 'refunded'), 0)::bigint as refunded,
         coalesce(sum(amount) filter (where state = 'claimed'), 0)::bigint as claimed
    into v_sums from payments where order_id = new.order_id;
  update orders set received = v_sums.received, refunded = v_sums.refunded, claimed = v_sums.claimed,
      -- What is refunded above the total never counts as paid again, whatever the order costs later.
      paid_back = paid_back + case when new.state = 'refunded' and (tg_op = 'INSERT' or old.state <> 'refunded')
        then least(new.amount, greatest(0, v_sums.received - paid_back - total)) else 0 end,
      payment_state = payment_state(total, v_sums.received, v_sums.refunded, v_sums.claimed), updated_at = now()
    where id = new.order_id;
  -- An order whose sweets were changed may cost less now than was received for it before.
  if new.state = 'received' and not new.above_due
    and v_sums.received_in_bounds > (select total + paid_back from orders where id = new.order_id) then
    raise exception 'more than the total of the order' using errcode = 'check_violation', constraint = 'payments_above_due';
  end if;
  return null;
end $$;
create or replace trigger update_order_payments after insert or update of state on payments for each row
  execute function update_order_payments();

-- Nothing of an entry changes but how it stands, and only a claim does; nothing is deleted. The person who wrote it can go, and what the
-- customer wrote goes with the account.
-- Test: tests/domain/payments.test.ts
create or replace function protect_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.order_id, new.method, new.amount, new.created_at) is distinct from (old.order_id, old.method, old.amount, old.created_at)
    or (new.state <> old.state and not (old.state = 'claimed' and new.state in ('received', 'failed'))) then
    raise exception 'an entry of the payments cannot be changed' using errcode = 'check_violation', constraint = 'payments_protected';
  end if;
  return new;
end $$;
create or replace trigger protect_payments before update or delete on payments for each row execute function protect_payments();
