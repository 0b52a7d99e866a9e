set local check_function_bodies = off;
--> statement-breakpoint
create or replace function set_order_status(
  p_order int, p_to text, p_by int, p_owner int, p_settings bigint default null, p_capacity int default null,
  p_slot_date date default null, p_slot_from text default null,
  out outcome text, out sweet_ids int[], out available int[], out slot_date date, out slot_from text, out pool text
) language plpgsql as $$
declare
  v_order orders%rowtype;
  v_returned boolean;
  v_line record;
begin
  if p_settings is not null and not are_settings_current(p_settings) then outcome := 'settings_changed'; return; end if;
  select * into v_order from orders where id = p_order and (p_owner is null or user_id = p_owner) for no key update;
  if not found then outcome := 'missing'; return; end if;
  outcome := 'ok';
  if v_order.status = p_to then return; end if;
  if p_owner is not null and v_order.status <> 'Pending' then outcome := 'not_pending'; return; end if;

  slot_date := v_order.slot_date;
  slot_from := v_order.slot_from;
  pool := pool_of(v_order.method);
  -- Also when the order was moved after the caller had been asked for the capacity of its window.
  if v_order.status = 'Cancelled' and slot_date is not null and (slot_date, slot_from) is distinct from (p_slot_date, p_slot_from) then
    outcome := 'capacity_needed';
    return;
  end if;

  v_returned := v_order.stock_returned;
  if (p_to = 'Cancelled' and v_order.status in ('Pending', 'Processing')) or (v_order.status = 'Cancelled' and v_returned) then
    perform 1 from sweets s where s.id in (select sweet_id from order_lines where order_id = p_order) order by s.id for no key update;
    if v_returned then
      for v_try in 1..2 loop
        select array_agg(s.id order by s.id), array_agg(s.quantity order by s.id)
          into set_order_status.sweet_ids, set_order_status.available
          from order_lines l join sweets s on s.id = l.sweet_id where l.order_id = p_order and s.quantity < l.quantity;
        exit when set_order_status.sweet_ids is null or v_try = 2;
        -- Holds that have expired since the last run of the job are free.
        perform release_expired_holds(id) from unnest(set_order_status.sweet_ids) id;
      end loop;
      if set_order_status.sweet_ids is not null then outcome := 'short'; return; end if;
    end if;
  end if;
  if slot_date is not null then
    if p_to = 'Cancelled' then
      perform release_place(slot_date, slot_from, pool);
    elsif v_order.status = 'Cancelled' and not take_place(slot_date, slot_from, pool, coalesce(p_capacity, 0)) then
      outcome := 'slot_full';
      return;
    end if;
  end if;
  if (p_to = 'Cancelled' and v_order.status in ('Pending', 'Processing')) or (v_order.status = 'Cancelled' and v_returned) then
    for v_line in select sweet_id, quantity from order_lines where order_id = p_order order by sweet_id loop
      perform move_stock(v_line.sweet_id, case when v_returned then -v_line.quantity else v_line.quantity end,
                         case when v_returned then 'reinstate' else 'cancel' end, p_by, p_order);
    end loop;
    v_returned := not v_returned;
  end if;

  -- Units that are back in stock are in no packed box.
  update orders set status = p_to, stock_returned = v_returned, packed_at = case when not v_returned then packed_at end, updated_at = now()
    where id = p_order;
  insert into order_status_history (order_id, from_status, to_status, by_user_id) values (p_order, v_order.status, p_to, p_by);
end $$;
