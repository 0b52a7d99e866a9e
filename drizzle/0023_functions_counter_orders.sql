set local check_function_bodies = off;
--> statement-breakpoint
create or replace function is_till_sale(p_order int) returns boolean language sql stable as $$
  select channel = 'counter' and method is null from orders where id = p_order
$$;
--> statement-breakpoint
create or replace function add_status_message() returns trigger language plpgsql as $$
declare
  v_kind text := case new.to_status when 'Shipped' then 'order_shipped' when 'Completed' then 'order_completed'
                                    when 'Cancelled' then 'order_cancelled' end;
begin
  if new.from_status is null and new.to_status = 'Pending' then
    perform add_message(kind, format('%s:%s', kind, new.order_id), new.order_id)
    from (values ('order_received'), ('new_order')) k(kind)
    where not is_till_sale(new.order_id);
  elsif v_kind is not null then
    perform add_message(v_kind, format('%s:%s', v_kind, new.id), new.order_id)
    where not is_till_sale(new.order_id);
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace function add_payment_message() returns trigger language plpgsql as $$
declare
  v_kind text := case new.state when 'claimed' then 'upi_claimed' when 'received' then 'payment_received'
                                when 'failed' then 'payment_rejected' when 'refunded' then 'refund' end;
begin
  perform add_message(v_kind, format('%s:%s', v_kind, new.id), new.order_id, new.id)
  where not is_till_sale(new.order_id);
  return null;
end $$;
--> statement-breakpoint
create or replace function place_order(
  p_user int, p_channel text, p_sweets int[], p_quantities int[], p_prices bigint[], p_recipient text, p_address text,
  p_phone text, p_notes text, p_gift_wrap boolean, p_gift_wrap_paise bigint, p_message text, p_checkout boolean,
  p_settings bigint default null, p_method text default null, p_pincode text default null, p_area_name text default null,
  p_area_kind text default null, p_fee bigint default 0, p_free_from bigint default null, p_minimum bigint default null,
  p_slot_date date default null, p_slot_from text default null, p_slot_to text default null, p_capacity int default null,
  p_prep_minutes int default null, p_payment text default 'cod', p_cod_up_to bigint default null,
  p_packs int[] default null,
  out outcome text, out order_id int, out created_at timestamptz, out total bigint, out sweet_ids int[], out prices bigint[],
  out available int[], out line_ids bigint[], out names text[], out quantities int[], out slugs text[], out image_ids text[],
  out delivery_fee bigint, out shelf_lives int[], out pack_ids int[], out pack_labels text[]
) language plpgsql set plan_cache_mode = force_generic_plan as $$
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
      select i.sweet_id, coalesce(p.id, i.pack_id) as pack_id, bool_or(p.id is null) as gone,
             sum(i.quantity) as quantity, min(i.price) as price
      from unnest(p_sweets, p_packs, p_quantities, p_prices) as i(sweet_id, pack_id, quantity, price)
      left join packs p on p.sweet_id = i.sweet_id and (p.id = i.pack_id or (i.pack_id is null and p.is_default)) and p.active
      group by 1, 2
    ), needed as (
      select w.sweet_id, w.pack_id, w.quantity, w.price as shown, p.price, s.quantity as stock,
             w.gone or s.id is null as gone, greatest(0, w.quantity - coalesce(l.held, 0)) * p.units as need
      from wanted w
      left join sweets s on s.id = w.sweet_id and s.deleted_at is null
      left join packs p on p.id = w.pack_id and not w.gone
      left join cart_lines l on l.cart_id = v_cart and l.pack_id = w.pack_id
    ), checked as (
      select n.*, sum(n.need) over (partition by n.sweet_id) > n.stock as short from needed n
    ), result as (
      select case when bool_or(gone) then 'unavailable'
                  when bool_or(shown < price) then 'price_changed'
                  when bool_or(short) then 'short' else 'ok' end as outcome,
             sum(price * quantity) as total
      from checked
    )
    select r.outcome, r.total, d.sweet_ids, d.pack_ids, d.prices
    into place_order.outcome, place_order.total, place_order.sweet_ids, place_order.pack_ids, place_order.prices
    from result r left join lateral (
      select array_agg(c.sweet_id order by c.sweet_id, c.pack_id) as sweet_ids,
             array_agg(c.pack_id order by c.sweet_id, c.pack_id) as pack_ids,
             case r.outcome when 'price_changed' then array_agg(c.price order by c.sweet_id, c.pack_id) end as prices
      from checked c
      where r.outcome = 'price_changed' or (r.outcome = 'unavailable' and c.gone)
    ) d on r.outcome <> 'ok';
    exit when outcome <> 'short' or v_try = 2;
    -- Holds that have expired since the last run of the job are free.
    perform release_expired_holds(id) from unnest(p_sweets) id;
  end loop;
  if outcome = 'short' then
    select s.sweet_ids, s.pack_ids, s.available into place_order.sweet_ids, place_order.pack_ids, place_order.available
      from short_packs(v_cart, p_sweets, p_packs, p_quantities) s;
  end if;
  if outcome <> 'ok' then return; end if;

  if p_method = 'courier' then
    select array_agg(s.id order by s.id) into place_order.sweet_ids from sweets s where s.id = any(p_sweets) and not s.travels;
    if place_order.sweet_ids is not null then outcome := 'blocked'; return; end if;
  end if;
  if place_order.total < p_minimum then outcome := 'below_minimum'; return; end if;
  delivery_fee := case when place_order.total >= p_free_from then 0 else p_fee end;
  total := place_order.total + case when p_gift_wrap then p_gift_wrap_paise else 0 end + delivery_fee;
  if place_order.total > p_cod_up_to then outcome := 'cod_unavailable'; return; end if;
  if p_slot_date is not null then
    select array_agg(s.id order by s.id) into place_order.sweet_ids
      from sweets s where s.id = any(p_sweets) and s.prep_hours * 60 >= p_prep_minutes;
    if place_order.sweet_ids is not null or p_prep_minutes <= 0 then outcome := 'too_late'; return; end if;
    if not take_place(p_slot_date, p_slot_from, pool_of(p_method), coalesce(p_capacity, 0)) then outcome := 'slot_full'; return; end if;
  end if;

  insert into orders (user_id, channel, total, gift_wrap, personal_message, recipient_name, delivery_address, phone_number, notes,
                      method, pincode, area_name, area_kind, delivery_fee, slot_date, slot_from, slot_to, payment_method)
  values (p_user, p_channel, place_order.total,
          p_gift_wrap, p_message, p_recipient, p_address, p_phone, p_notes,
          p_method, p_pincode, p_area_name, p_area_kind, place_order.delivery_fee, p_slot_date, p_slot_from, p_slot_to, p_payment)
  returning orders.id, orders.created_at, orders.total into place_order.order_id, place_order.created_at, place_order.total;
  insert into order_status_history (order_id, to_status, by_user_id) values (place_order.order_id, 'Pending', p_user);

  for v_line in
    select w.sweet_id, w.pack_id, w.quantity, w.units, w.label, w.grams, w.price, s.name, s.slug, s.image_id, s.shelf_life_days,
           least(coalesce(l.held, 0), w.quantity)::int as from_hold, l.quantity as in_cart
    from (
      select p.sweet_id, p.id as pack_id, p.units, p.label, p.grams, p.price, sum(i.quantity)::int as quantity
      from unnest(p_sweets, p_packs, p_quantities) as i(sweet_id, pack_id, quantity)
      join packs p on p.sweet_id = i.sweet_id and (p.id = i.pack_id or (i.pack_id is null and p.is_default))
      group by p.id
    ) w
    join sweets s on s.id = w.sweet_id
    left join cart_lines l on l.cart_id = v_cart and l.pack_id = w.pack_id
    order by w.sweet_id, w.units, w.pack_id
  loop
    insert into order_lines (order_id, sweet_id, pack_id, name, pack_label, grams, price, quantity)
    values (place_order.order_id, v_line.sweet_id, v_line.pack_id, v_line.name, v_line.label, v_line.grams, v_line.price, v_line.quantity)
    returning id into v_line_id;
    line_ids := line_ids || v_line_id;
    sweet_ids := sweet_ids || v_line.sweet_id;
    pack_ids := pack_ids || v_line.pack_id;
    pack_labels := pack_labels || v_line.label;
    names := names || v_line.name;
    prices := prices || v_line.price;
    quantities := quantities || v_line.quantity;
    slugs := slugs || v_line.slug;
    image_ids := image_ids || v_line.image_id;
    shelf_lives := shelf_lives || v_line.shelf_life_days;
    -- The ledger records the whole sale; the held units are released to stock first, at the same moment.
    update sweets set quantity = quantity - (v_line.quantity - v_line.from_hold) * v_line.units
      where id = v_line.sweet_id and v_line.from_hold < v_line.quantity;
    insert into stock_ledger (sweet_id, delta, reason, user_id, order_id, cart_id)
      select v_line.sweet_id, m.delta, m.reason, p_user, place_order.order_id, v_cart
      from (values (1, v_line.from_hold * v_line.units, 'release'),
                   (2, -v_line.quantity * v_line.units, case p_channel when 'counter' then 'purchase' else 'order' end)) m(n, delta, reason)
      where m.delta <> 0 order by m.n;
    if v_line.in_cart > v_line.quantity then
      update cart_lines l set quantity = l.quantity - v_line.quantity, held = l.held - v_line.from_hold,
          expires_at = case when l.held > v_line.from_hold then l.expires_at end
        where l.cart_id = v_cart and l.pack_id = v_line.pack_id;
    elsif v_line.in_cart is not null then
      delete from cart_lines l where l.cart_id = v_cart and l.pack_id = v_line.pack_id;
    end if;
  end loop;

  insert into messages (kind, event, order_id, sweet_id)
    select 'sold_out', format('sold_out:%s:%s', place_order.order_id, s.id), place_order.order_id, s.id
    from sweets s where s.id = any(p_sweets) and is_sold_out(s) and is_message_on('sold_out') order by s.id;

  if p_checkout and v_cart is not null then
    -- Lines of deleted sweets and of packs that are off hold nothing and cannot be bought: they are removed with the checkout.
    delete from cart_lines l using sweets s, packs p
      where l.cart_id = v_cart and s.id = l.sweet_id and p.id = l.pack_id and (s.deleted_at is not null or not p.active);
    update carts set gift_wrap = false, personal_message = '', checkout_key = gen_random_uuid(), updated_at = now() where id = v_cart;
  end if;
end $$;
