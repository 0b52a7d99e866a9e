-- Places of delivery and pickup windows: slot_places.taken is the number of orders that hold a place of a window, which are
-- those with the window that are not cancelled. The order of locks is stated at the head of stock.sql.

-- Takes a place of a window unless all `p_capacity` are taken; a capacity of null is the owner's decision to overbook.
-- Locks: the window's places.
-- Returns: false when there is none left.
-- Test: tests/domain/places.test.ts
create or replace function take_place(p_date date, p_from text, p_pool text, p_capacity int) returns boolean language plpgsql as $$
begin
  if p_capacity < 1 then return false; end if;
  insert into slot_places as s (date, from_time, pool, taken) values (p_date, p_from, p_pool, 1)
  on conflict on constraint slot_places_date_from_time_pool_pk do update set taken = s.taken + 1
    where p_capacity is null or s.taken < p_capacity;
  return found;
end $$;

-- Gives a place back.
-- Locks: the window's places.
-- Test: tests/domain/places.test.ts
create or replace function release_place(p_date date, p_from text, p_pool text) returns void language sql as $$
  update slot_places set taken = taken - 1 where date = p_date and from_time = p_from and pool = p_pool
$$;

-- The places that an order's window counts among.
-- Test: tests/domain/places.test.ts
create or replace function pool_of(p_method text) returns text language sql immutable as $$
  select case p_method when 'pickup' then 'pickup' else 'delivery' end
$$;

-- Whether the settings that a caller has read are still the current ones; until the transaction ends they cannot change.
-- p_settings: the sum of the versions of all sections, which every change raises.
-- Locks: the settings, shared: orders do not wait for each other, and save_settings() waits for orders in progress.
-- Test: tests/domain/places.test.ts ("changed settings")
create or replace function are_settings_current(p_settings bigint) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7411986);
  return p_settings = (select coalesce(sum(version), 0) from settings);
end $$;

-- Moves an order to another window, in the place that it holds or, when it is cancelled, without one. The change is recorded
-- among the corrections. An order whose delivery was to be arranged becomes one for delivery.
-- p_capacity: places of the new window; p_force: the owner overbooks it knowingly.
-- Locks: the settings, the order, the places of both windows in the order of their key.
-- outcome: ok | settings_changed | missing | courier (a courier keeps no windows)
--          full (taken: the places that are taken)
-- Test: tests/domain/places.test.ts
create or replace function move_order(
  p_order int, p_date date, p_from text, p_to text, p_capacity int, p_force boolean, p_by int, p_settings bigint,
  out outcome text, out taken int
) language plpgsql as $$
declare
  v_order orders%rowtype;
  v_pool text;
begin
  if not are_settings_current(p_settings) then outcome := 'settings_changed'; return; end if;
  select * into v_order from orders where id = p_order for no key update;
  if not found then outcome := 'missing'; return; end if;
  if v_order.method = 'courier' then outcome := 'courier'; return; end if;
  outcome := 'ok';
  if (v_order.slot_date, v_order.slot_from) = (p_date, p_from) then return; end if;

  if v_order.status <> 'Cancelled' then
    v_pool := pool_of(v_order.method);
    insert into slot_places (date, from_time, pool, taken) values (p_date, p_from, v_pool, 0) on conflict do nothing;
    perform 1 from slot_places s
      where s.pool = v_pool and (s.date, s.from_time) in ((p_date, p_from), (v_order.slot_date, v_order.slot_from))
      order by s.date, s.from_time, s.pool for no key update;
    if not take_place(p_date, p_from, v_pool, case when not p_force then p_capacity end) then
      outcome := 'full';
      select s.taken into move_order.taken from slot_places s where s.date = p_date and s.from_time = p_from and s.pool = v_pool;
      return;
    end if;
    if v_order.slot_date is not null then perform release_place(v_order.slot_date, v_order.slot_from, v_pool); end if;
  end if;

  update orders set slot_date = p_date, slot_from = p_from, slot_to = p_to, method = coalesce(method, 'delivery'), updated_at = now()
    where id = p_order;
  insert into order_corrections (order_id, field, from_text, to_text, by_user_id)
  values (p_order, 'slot', v_order.slot_date || ' ' || v_order.slot_from || '-' || v_order.slot_to,
          p_date || ' ' || p_from || '-' || p_to, p_by);
end $$;
