set local check_function_bodies = off;
--> statement-breakpoint
drop function if exists set_order_status(p_order integer, p_to text, p_by integer, p_owner integer, OUT outcome text, OUT sweet_ids integer[], OUT available integer[]);
--> statement-breakpoint
drop function if exists place_order(p_user integer, p_channel text, p_sweets integer[], p_quantities integer[], p_prices bigint[], p_recipient text, p_address text, p_phone text, p_notes text, p_gift_wrap boolean, p_gift_wrap_paise bigint, p_message text, p_checkout boolean, OUT outcome text, OUT order_id integer, OUT created_at timestamp with time zone, OUT total bigint, OUT sweet_ids integer[], OUT prices bigint[], OUT available integer[], OUT line_ids bigint[], OUT names text[], OUT quantities integer[], OUT slugs text[], OUT image_ids text[]);
--> statement-breakpoint
create or replace function take_place(p_date date, p_from text, p_pool text, p_capacity int) returns boolean language plpgsql as $$
begin
  if p_capacity < 1 then return false; end if;
  insert into slot_places as s (date, from_time, pool, taken) values (p_date, p_from, p_pool, 1)
  on conflict on constraint slot_places_date_from_time_pool_pk do update set taken = s.taken + 1
    where p_capacity is null or s.taken < p_capacity;
  return found;
end $$;
--> statement-breakpoint
create or replace function release_place(p_date date, p_from text, p_pool text) returns void language sql as $$
  update slot_places set taken = taken - 1 where date = p_date and from_time = p_from and pool = p_pool
$$;
--> statement-breakpoint
create or replace function pool_of(p_method text) returns text language sql immutable as $$
  select case p_method when 'pickup' then 'pickup' else 'delivery' end
$$;
--> statement-breakpoint
create or replace function are_settings_current(p_settings bigint) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7411986);
  return p_settings = (select coalesce(sum(version), 0) from settings);
end $$;
--> statement-breakpoint
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
--> statement-breakpoint
create or replace function place_order(
  p_user int, p_channel text, p_sweets int[], p_quantities int[], p_prices bigint[], p_recipient text, p_address text,
  p_phone text, p_notes text, p_gift_wrap boolean, p_gift_wrap_paise bigint, p_message text, p_checkout boolean,
  p_settings bigint default null, p_method text default null, p_pincode text default null, p_area_name text default null,
  p_area_kind text default null, p_fee bigint default 0, p_free_from bigint default null, p_minimum bigint default null,
  p_slot_date date default null, p_slot_from text default null, p_slot_to text default null, p_capacity int default null,
  p_prep_minutes int default null,
  out outcome text, out order_id int, out created_at timestamptz, out total bigint, out sweet_ids int[], out prices bigint[],
  out available int[], out line_ids bigint[], out names text[], out quantities int[], out slugs text[], out image_ids text[],
  out delivery_fee bigint, out shelf_lives int[]
) language plpgsql as $$
declare
  v_cart int;
  v_line record;
  v_line_id bigint;
begin
  -- Instances of the version before send no settings.
  if p_settings is not null and not are_settings_current(p_settings) then outcome := 'settings_changed'; return; end if;
  select id into v_cart from carts where user_id = p_user for no key update;
  perform 1 from sweets s where s.id = any(p_sweets) order by s.id for no key update;

  for v_try in 1..2 loop
    with wanted as (
      select sweet_id, sum(quantity) as quantity, min(price) as price
      from unnest(p_sweets, p_quantities, p_prices) as i(sweet_id, quantity, price) group by sweet_id
    ), checked as (
      select w.sweet_id, w.quantity, w.price as shown, s.price, s.quantity + coalesce(l.held, 0) as free,
             s.id is null as gone
      from wanted w
      left join sweets s on s.id = w.sweet_id and s.deleted_at is null
      left join cart_lines l on l.cart_id = v_cart and l.sweet_id = w.sweet_id
    ), result as (
      select case when bool_or(gone) then 'unavailable'
                  when bool_or(shown < price) then 'price_changed'
                  when bool_or(quantity > free) then 'short' else 'ok' end as outcome,
             sum(price * quantity) as total
      from checked
    )
    select r.outcome, r.total, d.sweet_ids, d.prices, d.available
    into place_order.outcome, place_order.total, place_order.sweet_ids, place_order.prices, place_order.available
    from result r left join lateral (
      select array_agg(c.sweet_id order by c.sweet_id) as sweet_ids,
             case r.outcome when 'price_changed' then array_agg(c.price order by c.sweet_id) end as prices,
             case r.outcome when 'short' then array_agg(c.free order by c.sweet_id) end as available
      from checked c
      where r.outcome = 'price_changed' or (r.outcome = 'unavailable' and c.gone) or (r.outcome = 'short' and c.quantity > c.free)
    ) d on r.outcome <> 'ok';
    exit when outcome <> 'short' or v_try = 2;
    -- Holds that have expired since the last run of the job are free.
    perform release_expired_holds(id) from unnest(p_sweets) id;
  end loop;
  if outcome <> 'ok' then return; end if;

  if p_method = 'courier' then
    select array_agg(s.id order by s.id) into place_order.sweet_ids from sweets s where s.id = any(p_sweets) and not s.travels;
    if place_order.sweet_ids is not null then outcome := 'blocked'; return; end if;
  end if;
  if place_order.total < p_minimum then outcome := 'below_minimum'; return; end if;
  if p_slot_date is not null then
    select array_agg(s.id order by s.id) into place_order.sweet_ids
      from sweets s where s.id = any(p_sweets) and s.prep_hours * 60 >= p_prep_minutes;
    if place_order.sweet_ids is not null or p_prep_minutes <= 0 then outcome := 'too_late'; return; end if;
    if not take_place(p_slot_date, p_slot_from, pool_of(p_method), coalesce(p_capacity, 0)) then outcome := 'slot_full'; return; end if;
  end if;
  delivery_fee := case when place_order.total >= p_free_from then 0 else p_fee end;

  insert into orders (user_id, channel, total, gift_wrap, personal_message, recipient_name, delivery_address, phone_number, notes,
                      method, pincode, area_name, area_kind, delivery_fee, slot_date, slot_from, slot_to)
  values (p_user, p_channel, place_order.total + case when p_gift_wrap then p_gift_wrap_paise else 0 end + place_order.delivery_fee,
          p_gift_wrap, p_message, p_recipient, p_address, p_phone, p_notes,
          p_method, p_pincode, p_area_name, p_area_kind, place_order.delivery_fee, p_slot_date, p_slot_from, p_slot_to)
  returning orders.id, orders.created_at, orders.total into place_order.order_id, place_order.created_at, place_order.total;
  insert into order_status_history (order_id, to_status, by_user_id) values (place_order.order_id, 'Pending', p_user);

  for v_line in
    select w.sweet_id, w.quantity, s.name, s.price, s.slug, s.image_id, s.shelf_life_days, least(coalesce(l.held, 0), w.quantity)::int as from_hold, l.quantity as in_cart
    from (select sweet_id, sum(quantity)::int as quantity from unnest(p_sweets, p_quantities) as i(sweet_id, quantity) group by sweet_id) w
    join sweets s on s.id = w.sweet_id
    left join cart_lines l on l.cart_id = v_cart and l.sweet_id = w.sweet_id
    order by w.sweet_id
  loop
    insert into order_lines (order_id, sweet_id, name, price, quantity)
    values (place_order.order_id, v_line.sweet_id, v_line.name, v_line.price, v_line.quantity)
    returning id into v_line_id;
    line_ids := line_ids || v_line_id;
    sweet_ids := sweet_ids || v_line.sweet_id;
    names := names || v_line.name;
    prices := prices || v_line.price;
    quantities := quantities || v_line.quantity;
    slugs := slugs || v_line.slug;
    image_ids := image_ids || v_line.image_id;
    shelf_lives := shelf_lives || v_line.shelf_life_days;
    -- The ledger records the whole sale; the held units are released to stock first, at the same moment.
    update sweets set quantity = quantity + v_line.from_hold - v_line.quantity
      where id = v_line.sweet_id and v_line.from_hold < v_line.quantity;
    insert into stock_ledger (sweet_id, delta, reason, user_id, order_id, cart_id)
      select v_line.sweet_id, m.delta, m.reason, p_user, place_order.order_id, v_cart
      from (values (1, v_line.from_hold, 'release'), (2, -v_line.quantity, 'order')) m(n, delta, reason)
      where m.delta <> 0 order by m.n;
    if v_line.in_cart > v_line.quantity then
      update cart_lines l set quantity = l.quantity - v_line.quantity, held = l.held - v_line.from_hold,
          expires_at = case when l.held > v_line.from_hold then l.expires_at end
        where l.cart_id = v_cart and l.sweet_id = v_line.sweet_id;
    elsif v_line.in_cart is not null then
      delete from cart_lines l where l.cart_id = v_cart and l.sweet_id = v_line.sweet_id;
    end if;
  end loop;

  if p_checkout and v_cart is not null then
    -- Lines of deleted sweets hold nothing and cannot be bought: they are removed with the checkout.
    delete from cart_lines l using sweets s where l.cart_id = v_cart and s.id = l.sweet_id and s.deleted_at is not null;
    update carts set gift_wrap = false, personal_message = '', checkout_key = gen_random_uuid(), updated_at = now() where id = v_cart;
  end if;
end $$;
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
--> statement-breakpoint
create or replace function save_settings(
  p_section text, p_version int, p_value jsonb, p_by int, out outcome text, out version int
) language plpgsql as $$
declare
  v_row settings%rowtype;
begin
  perform pg_advisory_xact_lock(7411986);
  select * into v_row from settings s where s.section = p_section;
  version := coalesce(v_row.version, 0);
  if version <> p_version then outcome := 'stale'; return; end if;
  version := version + 1;
  insert into settings as s (section, version, value) values (p_section, save_settings.version, p_value)
  on conflict on constraint settings_pkey do update
    set version = excluded.version, value = excluded.value, updated_at = now();
  insert into settings_history (section, version, from_value, to_value, by_user_id)
  values (p_section, save_settings.version, v_row.value, p_value, p_by);
  outcome := 'ok';
end $$;
--> statement-breakpoint
create or replace function notify_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', '{"settings": true}');
  return null;
end $$;
--> statement-breakpoint
create or replace trigger notify_settings_changed after insert or update or delete on settings
  for each statement execute function notify_settings_changed();
