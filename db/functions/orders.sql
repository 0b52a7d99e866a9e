-- Orders: what must check stock and change it in one round trip. The order of locks is stated at the head of stock.sql.

-- The lines of an order with too few units, as parallel arrays by sweet. Lines of one sweet share its stock: in the order in which they
-- are named, each takes what it can and leaves the rest to the next, as the cart page shows it (lib/cart/view.ts, shareStock). available: the packs that it can have.
-- Locks: nothing; the caller has locked the sweets.
-- Test: tests/domain/cart-packs.test.ts
create or replace function short_packs(
  p_cart int, p_sweets int[], p_packs int[], p_quantities int[], out sweet_ids int[], out pack_ids int[], out available int[]
) language plpgsql as $$
declare
  v_line record;
  v_sweet int;
  v_left int;
  v_need bigint;
  v_taken int;
begin
  for v_line in
    select p.sweet_id, p.id as pack_id, p.units, s.quantity as stock, coalesce(l.held, 0) as held, sum(i.quantity) as quantity
    from unnest(p_sweets, p_packs, p_quantities) with ordinality as i(sweet_id, pack_id, quantity, place)
    join packs p on p.sweet_id = i.sweet_id and (p.id = i.pack_id or (i.pack_id is null and p.is_default))
    join sweets s on s.id = p.sweet_id
    left join cart_lines l on l.cart_id = p_cart and l.pack_id = p.id
    group by p.id, s.quantity, l.held order by p.sweet_id, min(i.place)
  loop
    if v_line.sweet_id is distinct from v_sweet then
      v_sweet := v_line.sweet_id;
      v_left := v_line.stock;
    end if;
    v_need := greatest(0, v_line.quantity - v_line.held);
    v_taken := least(v_need, v_left / v_line.units);
    v_left := v_left - v_taken * v_line.units;
    if v_taken < v_need then
      sweet_ids := sweet_ids || v_line.sweet_id;
      pack_ids := pack_ids || v_line.pack_id;
      available := available || v_line.held + v_taken;
    end if;
  end loop;
end $$;

-- Sells to a user what parallel arrays name, all lines or none; a pack that is listed twice is summed. `p_packs` are the packs, null
-- for the default pack of a sweet, or for all. `p_prices` is what the buyer was shown for one pack, in paise, or null: a price below
-- the current one is refused, a higher one is charged at the current one. The buyer's own holds of a pack are used first, the rest
-- comes from the sweet's stock; the packs leave the buyer's cart.
-- p_channel: "counter" is what a customer buys by POST /sweets/{id}/purchase, whose units the ledger books as a purchase.
-- p_checkout: the order is the checkout of the cart, which is reset with it.
-- p_settings: the settings from which the caller worked out the following ones (are_settings_current).
-- p_method to p_slot_to: how and when it is delivered, null for what is to be arranged. p_fee, p_free_from (a value of the
-- sweets) and p_minimum (of the sweets too) are in paise. p_capacity: places of the window. p_prep_minutes: the longest
-- preparation with which a sweet can still be in this window.
-- p_payment: how the buyer pays. p_cod_up_to: the total in paise up to which that is possible, null for any.
-- Locks: the settings, the cart, all sweets by id (missing ones too), expired lines of these sweets, the window's places, the
-- cart's lines.
-- The new order is returned as plain columns, its lines as parallel arrays in the order of their ids: a second statement that
-- reads it would cost a quarter of the orders a second.
-- plan_cache_mode: with the arrays of a call PostgreSQL expects fewer rows than without them, so it would plan each statement anew
-- in each call, which takes longer than the statements themselves.
-- outcome: ok (order_id, created_at, total and delivery_fee in paise; of each line: line_ids, sweet_ids, pack_ids, names, pack_labels, prices
--              in paise, quantities, slugs, image_ids)
--          unavailable (sweet_ids, pack_ids: those that are not sold; a pack is null where none was named)
--          price_changed (sweet_ids, pack_ids: all of the order, prices: the current price of each in paise)
--          short (sweet_ids, pack_ids: those with too few units, available: the packs of each that this buyer can have beside the
--              lines before it: see short_packs)
--          settings_changed (nothing else was looked at)
--          blocked (sweet_ids: those that do not travel by courier)
--          below_minimum (total: the value of the sweets)
--          cod_unavailable
--          too_late (sweet_ids: those that cannot be made until the window)
--          slot_full
-- Test: tests/domain/places.test.ts, tests/domain/orders.test.ts, tests/domain/stock.test.ts, tests/domain/property.test.ts
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

-- A sale over the counter by an admin at the till: an order of one line without delivery, completed and paid at once by p_method. A `p_pack`
-- of null is the default pack. (The version before calls it for customers too, whose purchases are orders now.)
-- Locks: the sweet, its expired cart lines.
-- outcome: ok | missing (no such sweet) | no_pack | short; available: the packs left, or too few
-- Test: tests/domain/stock.test.ts
create or replace function purchase(
  p_user int, p_sweet int, p_quantity int, p_method text default 'cash', p_pack int default null,
  out outcome text, out available int, out order_id int
) language plpgsql as $$
declare
  v_sweet sweets%rowtype;
  v_pack packs%rowtype;
begin
  select * into v_sweet from sweets where id = p_sweet and deleted_at is null for no key update;
  if not found then outcome := 'missing'; return; end if;
  select * into v_pack from packs where sweet_id = p_sweet and (id = p_pack or (p_pack is null and is_default)) and active;
  if not found then outcome := 'no_pack'; return; end if;
  available := v_sweet.quantity / v_pack.units;
  if p_quantity > available and release_expired_holds(p_sweet) > 0 then
    select quantity / v_pack.units into available from sweets where id = p_sweet;
  end if;
  if p_quantity > available then outcome := 'short'; return; end if;
  insert into orders (user_id, channel, status, total, payment_method)
    values (p_user, 'counter', 'Completed', v_pack.price * p_quantity, p_method)
    returning id into order_id;
  insert into order_lines (order_id, sweet_id, pack_id, name, pack_label, grams, price, quantity)
    values (purchase.order_id, p_sweet, v_pack.id, v_sweet.name, v_pack.label, v_pack.grams, v_pack.price, p_quantity);
  insert into order_status_history (order_id, from_status, to_status, by_user_id)
    values (purchase.order_id, null, 'Pending', p_user), (purchase.order_id, 'Pending', 'Completed', p_user);
  insert into payments (order_id, method, amount, state, by_user_id)
    values (purchase.order_id, p_method, v_pack.price * p_quantity, 'received', p_user);
  perform move_stock(p_sweet, -p_quantity * v_pack.units, 'purchase', p_user, order_id);
  insert into messages (kind, event, order_id, sweet_id)
    select 'sold_out', format('sold_out:%s:%s', purchase.order_id, s.id), purchase.order_id, s.id
    from sweets s where s.id = p_sweet and is_sold_out(s) and is_message_on('sold_out');
  available := available - p_quantity;
  outcome := 'ok';
end $$;

-- Sets an order's status and keeps stock right: a cancellation before shipping returns the units once, leaving Cancelled
-- takes the returned units again. With its units goes the kitchen's mark of a packed order. The place of its window is given back and taken again with them. p_owner: the customer who
-- cancels an own order, which only a Pending one allows. p_settings, p_capacity, p_slot_date, p_slot_from: the settings from
-- which the caller knows how many places this window has; only an order that leaves Cancelled and has a window needs them.
-- Locks: the settings (when given), the order, its sweets by id, expired cart lines of the sweets that are short, the window's
-- places.
-- outcome: ok (also when the order has that status already) | missing | not_pending
--          short (sweet_ids: of each line with too few units, available: the packs of it that there are: see short_packs)
--          settings_changed | capacity_needed (slot_date, slot_from, pool: call again with the capacity of this window)
--          slot_full (slot_date, slot_from, pool: the window in which no place is left)
-- Test: tests/domain/places.test.ts, tests/domain/order-status.test.ts, tests/domain/property.test.ts
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
        select s.sweet_ids, s.available into set_order_status.sweet_ids, set_order_status.available
          from (
            select array_agg(sweet_id order by id) as sweets, array_agg(line_pack(pack_id, sweet_id) order by id) as packs,
                   array_agg(quantity order by id) as quantities
            from order_lines where order_id = p_order
          ) l, short_packs(null, l.sweets, l.packs, l.quantities) s;
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
    for v_line in
      select l.sweet_id, l.quantity * p.units as units from order_lines l join packs p on p.id = line_pack(l.pack_id, l.sweet_id)
      where l.order_id = p_order order by l.sweet_id, l.id
    loop
      perform move_stock(v_line.sweet_id, case when v_returned then -v_line.units else v_line.units end,
                         case when v_returned then 'reinstate' else 'cancel' end, p_by, p_order);
    end loop;
    v_returned := not v_returned;
  end if;

  -- Units that are back in stock are in no packed box.
  update orders set status = p_to, stock_returned = v_returned, packed_at = case when not v_returned then packed_at end, updated_at = now()
    where id = p_order;
  insert into order_status_history (order_id, from_status, to_status, by_user_id) values (p_order, v_order.status, p_to, p_by);
end $$;
