set local check_function_bodies = off;
--> statement-breakpoint
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
--> statement-breakpoint
create or replace function order_lines_after_update() returns trigger language plpgsql as $$
begin
  insert into sweet_sales as s (sweet_id, units, grams)
  select l.sweet_id, sum(sign * l.quantity), coalesce(sum(sign * l.quantity * l.grams::bigint), 0)
  from (select 1 as sign, * from added union all select -1, * from removed) l join orders o on o.id = l.order_id
  where o.status <> 'Cancelled' group by l.sweet_id having sum(sign * l.quantity) <> 0 order by l.sweet_id
  on conflict (sweet_id) do update set units = s.units + excluded.units, grams = s.grams + excluded.grams;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger order_lines_after_update after update on order_lines referencing old table as removed new table as added
  for each statement execute function order_lines_after_update();
--> statement-breakpoint
create or replace function order_lines_after_delete() returns trigger language plpgsql as $$
begin
  insert into sweet_sales as s (sweet_id, units, grams)
  select l.sweet_id, -sum(l.quantity), -coalesce(sum(l.quantity * l.grams::bigint), 0)
  from removed l join orders o on o.id = l.order_id where o.status <> 'Cancelled'
  group by l.sweet_id order by l.sweet_id
  on conflict (sweet_id) do update set units = s.units + excluded.units, grams = s.grams + excluded.grams;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger order_lines_after_delete after delete on order_lines referencing old table as removed
  for each statement execute function order_lines_after_delete();
