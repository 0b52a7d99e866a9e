-- Before everything else, as in the migration before this one.
LOCK TABLE "sweets", "cart_lines" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
set local check_function_bodies = off;
--> statement-breakpoint
drop function if exists restock(p_sweet integer, p_units integer, p_user integer);
--> statement-breakpoint
drop function if exists purchase(p_user integer, p_sweet integer, p_quantity integer, p_method text, OUT outcome text, OUT available integer, OUT order_id integer);
--> statement-breakpoint
drop function if exists place_order(p_user integer, p_channel text, p_sweets integer[], p_quantities integer[], p_prices bigint[], p_recipient text, p_address text, p_phone text, p_notes text, p_gift_wrap boolean, p_gift_wrap_paise bigint, p_message text, p_checkout boolean, p_settings bigint, p_method text, p_pincode text, p_area_name text, p_area_kind text, p_fee bigint, p_free_from bigint, p_minimum bigint, p_slot_date date, p_slot_from text, p_slot_to text, p_capacity integer, p_prep_minutes integer, p_payment text, p_cod_up_to bigint, OUT outcome text, OUT order_id integer, OUT created_at timestamp with time zone, OUT total bigint, OUT sweet_ids integer[], OUT prices bigint[], OUT available integer[], OUT line_ids bigint[], OUT names text[], OUT quantities integer[], OUT slugs text[], OUT image_ids text[], OUT delivery_fee bigint, OUT shelf_lives integer[]);
--> statement-breakpoint
drop function if exists hold_line(p_user integer, p_token text, p_sweet integer, p_quantity integer, p_add integer, p_minutes double precision, p_limit integer, OUT outcome text, OUT available integer, OUT quantity integer, OUT expires_at timestamp with time zone, OUT items_count integer, OUT cart_id integer, OUT renewed boolean);
--> statement-breakpoint
create or replace function hold_line(
  p_user int, p_token text, p_sweet int, p_quantity int, p_add int, p_minutes double precision, p_limit int,
  p_pack int default null,
  out outcome text, out available int, out quantity int, out expires_at timestamptz, out items_count int,
  out cart_id int, out renewed boolean, out pack_id int
) language plpgsql as $$
declare
  v_created boolean;
  v_stock int;
  v_line cart_lines%rowtype;
  v_units int;
  v_active boolean;
  v_wanted int;
  v_need int;
  v_other int;
begin
  if p_quantity = 0 and not exists (select 1 from carts c where c.user_id = p_user or c.token_hash = p_token) then
    outcome := 'ok';
    quantity := 0;
    select p.id, case when s.deleted_at is null and p.active then s.quantity / p.units else 0 end
      into hold_line.pack_id, hold_line.available
      from sweets s join packs p on p.sweet_id = s.id and (p.id = p_pack or (p_pack is null and p.is_default)) where s.id = p_sweet;
    available := coalesce(available, 0);
    items_count := 0;
    renewed := false;
    return;
  end if;
  select c.cart, c.created, c.renewed into hold_line.cart_id, v_created, hold_line.renewed from lock_cart(p_user, p_token) c;
  select s.quantity into v_stock from sweets s where s.id = p_sweet and s.deleted_at is null for no key update;
  if not found then
    outcome := 'missing';
    if p_quantity is distinct from 0 then
      if v_created then perform delete_new_cart(cart_id); end if;
      return;
    end if;
    -- The line of a deleted sweet can still be removed.
    perform 1 from sweets s where s.id = p_sweet for no key update;
    v_stock := 0;
  end if;
  select p.id, p.units, p.active into hold_line.pack_id, v_units, v_active
    from packs p where p.sweet_id = p_sweet and (p.id = p_pack or (p_pack is null and p.is_default));
  if v_active is not true then
    if p_quantity is distinct from 0 then
      outcome := 'no_pack';
      if v_created then perform delete_new_cart(cart_id); end if;
      return;
    end if;
    -- Nothing is in a cart of a pack that there is not.
    v_units := coalesce(v_units, 1);
  end if;
  select * into v_line from cart_lines l where l.cart_id = hold_line.cart_id and l.pack_id = hold_line.pack_id;
  v_line.quantity := coalesce(v_line.quantity, 0);
  v_line.held := coalesce(v_line.held, 0);
  v_wanted := coalesce(p_quantity, v_line.quantity + p_add);
  v_need := v_wanted - v_line.held;
  -- Holds that have expired since the last run of the job are free, this shopper's own too.
  if v_need > v_stock / v_units and release_expired_holds(p_sweet) > 0 then
    select s.quantity, coalesce(l.held, 0) into v_stock, v_line.held
      from sweets s left join cart_lines l on l.cart_id = hold_line.cart_id and l.pack_id = hold_line.pack_id where s.id = p_sweet;
    v_need := v_wanted - v_line.held;
  end if;
  -- A reduction is never refused: as many packs are held as there are.
  if p_quantity < v_line.quantity then v_need := least(v_need, v_stock / v_units); end if;
  select coalesce(sum(l.quantity), 0) into v_other
    from cart_lines l where l.cart_id = hold_line.cart_id and l.pack_id is distinct from hold_line.pack_id;

  if v_need > v_stock / v_units then
    outcome := 'short';
    available := greatest(0, v_stock / v_units + v_line.held - v_line.quantity);
    if v_created then perform delete_new_cart(cart_id); end if;
    return;
  end if;
  if v_wanted > v_line.quantity and ((p_user is null and v_other + v_wanted > p_limit) or v_wanted > 100000) then
    outcome := 'full';
    if v_created then perform delete_new_cart(cart_id); end if;
    return;
  end if;

  perform move_stock(p_sweet, -v_need * v_units, case when v_need > 0 then 'hold' else 'release' end, p_user, null, cart_id);
  if v_wanted = 0 then
    delete from cart_lines l where l.cart_id = hold_line.cart_id and l.pack_id = hold_line.pack_id;
  else
    if v_line.held + v_need > 0 then
      -- To the millisecond, as the column stores it: this response equals what a later read of the cart returns.
      expires_at := date_trunc('milliseconds', clock_timestamp() + p_minutes * interval '1 minute');
    end if;
    insert into cart_lines as l (cart_id, sweet_id, pack_id, quantity, held, expires_at)
    values (hold_line.cart_id, p_sweet, hold_line.pack_id, v_wanted, v_line.held + v_need, hold_line.expires_at)
    on conflict on constraint cart_lines_cart_id_pack_id_pk
    do update set quantity = excluded.quantity, held = excluded.held, expires_at = excluded.expires_at;
  end if;
  outcome := 'ok';
  quantity := v_wanted;
  available := case when v_active then (v_stock - v_need * v_units) / v_units else 0 end;
  items_count := v_other + v_wanted;
end $$;
--> statement-breakpoint
create or replace function empty_cart(p_cart int, p_user int, p_reason text default 'release') returns void language plpgsql as $$
declare
  v_line record;
begin
  perform 1 from carts where id = p_cart for no key update;
  perform 1 from sweets where id in (select sweet_id from cart_lines where cart_id = p_cart and held > 0)
    order by id for no key update;
  for v_line in
    select l.sweet_id, l.held * p.units as units from cart_lines l join packs p on p.id = l.pack_id
    where l.cart_id = p_cart and l.held > 0 order by l.sweet_id, l.pack_id
  loop
    perform move_stock(v_line.sweet_id, v_line.units, p_reason, p_user, null, p_cart);
  end loop;
  delete from cart_lines where cart_id = p_cart;
  update carts set gift_wrap = false, personal_message = '', updated_at = now() where id = p_cart;
end $$;
--> statement-breakpoint
create or replace function join_carts(p_user int, p_token text) returns void language plpgsql as $$
declare
  v_own int;
  v_visitor int;
  v_line record;
begin
  perform 1 from carts where token_hash = p_token;
  if not found then return; end if;
  select cart into v_own from lock_cart(p_user, null);
  select id into v_visitor from carts where token_hash = p_token for update;
  if v_visitor is null then return; end if;
  perform 1 from sweets where id in (select sweet_id from cart_lines where cart_id = v_visitor) order by id for no key update;
  for v_line in select * from cart_lines where cart_id = v_visitor order by sweet_id, pack_id loop
    insert into cart_lines as l (cart_id, sweet_id, pack_id, quantity, held, expires_at, created_at)
    values (v_own, v_line.sweet_id, v_line.pack_id, v_line.quantity, v_line.held, v_line.expires_at, v_line.created_at)
    on conflict on constraint cart_lines_cart_id_pack_id_pk do update
      set quantity = l.quantity + excluded.quantity, held = l.held + excluded.held,
          expires_at = greatest(l.expires_at, excluded.expires_at);
  end loop;
  update carts own
    set gift_wrap = own.gift_wrap or visitor.gift_wrap,
        personal_message = case when own.personal_message = '' then visitor.personal_message else own.personal_message end
    from carts visitor where own.id = v_own and visitor.id = v_visitor;
  delete from cart_lines where cart_id = v_visitor;
  delete from carts where id = v_visitor;
end $$;
--> statement-breakpoint
create or replace function is_sold_out(p_sweet sweets) returns boolean language sql stable as $$
  select p_sweet.quantity < p_sweet.largest_units and p_sweet.deleted_at is null
    and not exists (select from packs where sweet_id = p_sweet.id and active and units <= p_sweet.quantity)
    and not exists (select from cart_lines where sweet_id = p_sweet.id and held > 0)
$$;
--> statement-breakpoint
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
      from (values (1, v_line.from_hold * v_line.units, 'release'), (2, -v_line.quantity * v_line.units, 'order')) m(n, delta, reason)
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
--> statement-breakpoint
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
--> statement-breakpoint
create or replace function pack_label(p_grams int) returns text language sql immutable as $$
  select case when p_grams is null then '1 piece'
              when p_grams < 1000 then p_grams || ' g'
              else trim_scale(p_grams / 1000.0) || ' kg' end
$$;
--> statement-breakpoint
create or replace function line_pack(p_pack int, p_sweet int) returns int language sql stable as $$
  select coalesce(p_pack, (select min(id) from packs where sweet_id = p_sweet))
$$;
--> statement-breakpoint
create or replace function add_default_packs() returns trigger language plpgsql as $$
begin
  insert into packs (sweet_id, label, grams, units, price, is_default)
  select id, pack_label(net_weight_grams), net_weight_grams, default_units, price, true from added order by id;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger add_default_packs after insert on sweets referencing new table as added
  for each statement execute function add_default_packs();
--> statement-breakpoint
create or replace function update_default_pack() returns trigger language plpgsql as $$
begin
  update packs p set price = new.price, grams = new.net_weight_grams, units = new.default_units,
    label = case when p.label = pack_label(p.grams) and not exists (
                   select from packs o where o.sweet_id = p.sweet_id and o.id <> p.id and lower(o.label) = lower(pack_label(new.net_weight_grams)))
                 then pack_label(new.net_weight_grams) else p.label end
    where p.sweet_id = new.id and p.is_default
      and (p.price, p.grams, p.units) is distinct from (new.price, new.net_weight_grams, new.default_units);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_default_pack after update of price, net_weight_grams, default_units on sweets for each row
  when ((old.price, old.net_weight_grams, old.default_units) is distinct from (new.price, new.net_weight_grams, new.default_units))
  execute function update_default_pack();
--> statement-breakpoint
create or replace function update_sweet_of_pack() returns trigger language plpgsql as $$
declare
  v_sweet int := coalesce(new.sweet_id, old.sweet_id);
begin
  update sweets s set price = p.price, net_weight_grams = p.grams, default_units = p.units, largest_units = l.units
    from packs p, (select max(units) as units from packs where sweet_id = v_sweet and active) l
    where s.id = v_sweet and p.sweet_id = v_sweet and p.is_default
      and (s.price, s.net_weight_grams, s.default_units, s.largest_units) is distinct from (p.price, p.grams, p.units, l.units);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_sweet_of_pack after insert or update or delete on packs for each row
  execute function update_sweet_of_pack();
--> statement-breakpoint
create or replace function move_stock(
  p_sweet int, p_delta int, p_reason text, p_user int, p_order int default null, p_cart int default null
) returns void language plpgsql as $$
begin
  if p_delta = 0 then return; end if;
  if p_delta > 0 and p_reason in ('initial', 'restock', 'adjustment')
    and (select (quantity + p_delta) / default_units > 100000 from sweets where id = p_sweet) then
    raise exception 'more free packs than a sweet may have' using errcode = 'check_violation', constraint = 'stock_at_most';
  end if;
  update sweets set quantity = quantity + p_delta where id = p_sweet;
  insert into stock_ledger (sweet_id, delta, reason, user_id, order_id, cart_id)
  values (p_sweet, p_delta, p_reason, p_user, p_order, p_cart);
end $$;
--> statement-breakpoint
create or replace function restock(p_sweet int, p_quantity int, p_user int, p_pack int default null) returns int language plpgsql as $$
declare
  v_units int;
begin
  perform 1 from sweets where id = p_sweet and deleted_at is null for no key update;
  if not found then return null; end if;
  select units into v_units from packs where sweet_id = p_sweet and (id = p_pack or (p_pack is null and is_default));
  if not found then return null; end if;
  perform move_stock(p_sweet, p_quantity * v_units, 'restock', p_user);
  return (select quantity / default_units from sweets where id = p_sweet);
end $$;
--> statement-breakpoint
create or replace function release_expired_holds(p_sweet int) returns int language plpgsql as $$
declare
  v_line record;
  v_released int := 0;
begin
  perform 1 from sweets where id = p_sweet for no key update skip locked;
  if not found then return 0; end if;
  for v_line in
    select l.cart_id, l.pack_id, l.held * p.units as units from cart_lines l join packs p on p.id = l.pack_id
    where l.sweet_id = p_sweet and l.expires_at <= clock_timestamp() order by l.cart_id, l.pack_id for update of l
  loop
    update cart_lines set held = 0, expires_at = null where cart_id = v_line.cart_id and pack_id = v_line.pack_id;
    perform move_stock(p_sweet, v_line.units, 'lapse', null, null, v_line.cart_id);
    v_released := v_released + 1;
  end loop;
  return v_released;
end $$;
--> statement-breakpoint
create or replace function notify_pack_availability() returns trigger language plpgsql as $$
begin
  if exists (select from packs where sweet_id = new.id and active and (old.quantity >= units) <> (new.quantity >= units)) then
    perform notify_pages(new.id, new.slug, array[new.category]);
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger notify_pack_availability after update on sweets for each row
  when (old.quantity <> new.quantity and least(old.quantity, new.quantity) < new.largest_units)
  execute function notify_pack_availability();
--> statement-breakpoint
create or replace trigger notify_sweet_changed after update on sweets for each row
  when (old.version <> new.version
    or (old.deleted_at is null) <> (new.deleted_at is null)
    or (old.name, old.slug, old.description, old.price, old.category) is distinct from
       (new.name, new.slug, new.description, new.price, new.category)
    or (old.image_id, old.image_alt, old.featured, old.sugar_free, old.gift_box) is distinct from
       (new.image_id, new.image_alt, new.featured, new.sugar_free, new.gift_box))
  execute function notify_sweet_changed();
--> statement-breakpoint
create or replace function update_order_totals() returns trigger language plpgsql as $$
begin
  perform add_order_totals(day, status, orders, total) from (values
    (kolkata_day(old.created_at), old.status, -1, -old.total), (kolkata_day(new.created_at), new.status, 1, new.total)
  ) d(day, status, orders, total) order by day, status;
  if (old.status = 'Cancelled') <> (new.status = 'Cancelled') then
    insert into sweet_sales as s (sweet_id, units, grams)
    select sweet_id, sum(sign * quantity), coalesce(sum(sign * quantity * grams::bigint), 0)
    from order_lines, (values (case when new.status = 'Cancelled' then -1 else 1 end)) v(sign)
    where order_id = new.id group by sweet_id order by sweet_id
    on conflict (sweet_id) do update set units = s.units + excluded.units, grams = s.grams + excluded.grams;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace function order_lines_after_insert() returns trigger language plpgsql as $$
begin
  insert into sweet_sales as s (sweet_id, units, grams)
  select l.sweet_id, sum(l.quantity), coalesce(sum(l.quantity * l.grams::bigint), 0) from added l join orders o on o.id = l.order_id where o.status <> 'Cancelled'
  group by l.sweet_id order by l.sweet_id
  on conflict (sweet_id) do update set units = s.units + excluded.units, grams = s.grams + excluded.grams;
  return null;
end $$;
--> statement-breakpoint
-- The data, in the transaction that replaces the functions: a sweet that an instance of the version before adds has its pack by a trigger from now on.
INSERT INTO "packs" (sweet_id, label, grams, units, price, is_default)
SELECT id, pack_label(net_weight_grams), net_weight_grams, 1, price, true FROM "sweets" ORDER BY id;
--> statement-breakpoint
UPDATE "cart_lines" l SET pack_id = p.id FROM "packs" p WHERE p.sweet_id = l.sweet_id AND p.is_default;
--> statement-breakpoint
ALTER TABLE "cart_lines" ALTER COLUMN "pack_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "cart_lines" DROP CONSTRAINT "cart_lines_cart_id_sweet_id_pk";
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_cart_id_pack_id_pk" PRIMARY KEY("cart_id","pack_id");
--> statement-breakpoint
ALTER TABLE "cart_lines" DROP CONSTRAINT "cart_lines_sweet_id_sweets_id_fk";
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_pack" FOREIGN KEY ("sweet_id","pack_id") REFERENCES "public"."packs"("sweet_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
DROP INDEX "cart_lines_sweet";
--> statement-breakpoint
CREATE INDEX "cart_lines_sweet" ON "cart_lines" USING btree ("sweet_id","pack_id");
