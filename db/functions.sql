-- The hot writes, one round trip each, and the triggers. Applied by db/migrate.ts after the migrations whenever this
-- file changes. Inside a function each statement sees what was committed when it starts, so what is read after a lock
-- is the truth under that lock.
--
-- Locks are always taken in one order: cart, order, sweets by id, cart lines.

-- ---------------------------------------------------------------------------------------------------------------
-- Stock
-- ---------------------------------------------------------------------------------------------------------------

-- Moves `p_delta` units and leaves the ledger row. The caller holds the sweet's lock and has checked what is there.
-- What the owner puts in (first stock, restock, an edit) may not bring the free units over 100,000; units that come back (released
-- and expired holds, cancelled orders) may. Refused as the violation of `stock_at_most`, which lib/stock/server.ts knows.
create or replace function move_stock(
  p_sweet int, p_delta int, p_reason text, p_user int, p_order int default null, p_cart int default null
) returns void language plpgsql as $$
begin
  if p_delta = 0 then return; end if;
  if p_delta > 0 and p_reason in ('initial', 'restock', 'adjustment')
    and (select quantity from sweets where id = p_sweet) + p_delta > 100000 then
    raise exception 'more free units than a sweet may have' using errcode = 'check_violation', constraint = 'stock_at_most';
  end if;
  update sweets set quantity = quantity + p_delta where id = p_sweet;
  insert into stock_ledger (sweet_id, delta, reason, user_id, order_id, cart_id)
  values (p_sweet, p_delta, p_reason, p_user, p_order, p_cart);
end $$;

-- Puts `p_units` in. Returns the new quantity, or null when there is no such sweet.
create or replace function restock(p_sweet int, p_units int, p_user int) returns int language plpgsql as $$
begin
  perform 1 from sweets where id = p_sweet and deleted_at is null for no key update;
  if not found then return null; end if;
  perform move_stock(p_sweet, p_units, 'restock', p_user);
  return (select quantity from sweets where id = p_sweet);
end $$;

-- Gives a sweet's lapsed holds back to stock, once, whoever calls and however many do. Returns the lines released: none of a
-- sweet that another transaction has locked, for one that is being sold is swept the next time, and by the buyer who is short.
-- One sweet a call: a transaction over many would keep shoppers from all of them.
create or replace function release_sweet(p_sweet int) returns int language plpgsql as $$
declare
  v_line record;
  v_released int := 0;
begin
  perform 1 from sweets where id = p_sweet for no key update skip locked;
  if not found then return 0; end if;
  for v_line in
    select cart_id, held from cart_lines
    where sweet_id = p_sweet and expires_at <= clock_timestamp() order by cart_id for update
  loop
    update cart_lines set held = 0, expires_at = null where cart_id = v_line.cart_id and sweet_id = p_sweet;
    perform move_stock(p_sweet, v_line.held, 'lapse', null, null, v_line.cart_id);
    v_released := v_released + 1;
  end loop;
  return v_released;
end $$;

-- ---------------------------------------------------------------------------------------------------------------
-- Carts
-- ---------------------------------------------------------------------------------------------------------------

-- The shopper's cart, made when there is none and locked: one writer a cart at a time.
-- begun: there was none. renewed: its 30 days have begun anew, as those of a visitor's cookie should.
drop function if exists lock_cart(int, text);
create function lock_cart(p_user int, p_token text, out cart int, out begun boolean, out renewed boolean) language plpgsql as $$
begin
  if p_user is not null then
    select id into cart from carts where user_id = p_user for no key update;
    begun := cart is null;
    if begun then
      insert into carts (user_id) values (p_user)
      on conflict (user_id) do update set updated_at = now() returning id into cart;
    end if;
  else
    select id into cart from carts where token_hash = p_token for no key update;
    begun := cart is null;
    if begun then
      insert into carts (token_hash) values (p_token)
      on conflict (token_hash) do update set updated_at = now() returning id into cart;
    end if;
  end if;
  -- An hour is exact enough for 30 days, and most calls write nothing here.
  update carts set updated_at = now() where id = cart and updated_at < now() - interval '1 hour';
  renewed := begun or found;
end $$;

-- Takes away a cart that was begun for what was then refused.
create or replace function drop_begun_cart(p_cart int) returns void language sql as $$
  delete from carts c where id = p_cart and not gift_wrap and personal_message = ''
    and not exists (select 1 from cart_lines where cart_id = c.id)
$$;

-- Sets a line to `p_quantity` units, or adds `p_add` to it, and holds all of them for `p_minutes`.
-- outcome: ok | missing (no such sweet) | short (see available) | full (a visitor's cart holds at most p_limit units)
-- A refusal begins no cart, nor does taking out what no cart has: cart_id is null then.
drop function if exists hold_line(int, text, int, int, int, double precision, int);
create function hold_line(
  p_user int, p_token text, p_sweet int, p_quantity int, p_add int, p_minutes double precision, p_limit int,
  out outcome text, out available int, out quantity int, out expires_at timestamptz, out items_count int,
  out cart_id int, out renewed boolean
) language plpgsql as $$
declare
  v_begun boolean;
  v_stock int;
  v_line cart_lines%rowtype;
  v_wanted int;
  v_need int;
  v_other int;
begin
  if p_quantity = 0 and not exists (select 1 from carts c where c.user_id = p_user or c.token_hash = p_token) then
    outcome := 'ok';
    quantity := 0;
    available := coalesce((select s.quantity from sweets s where s.id = p_sweet and s.deleted_at is null), 0);
    items_count := 0;
    renewed := false;
    return;
  end if;
  select c.cart, c.begun, c.renewed into hold_line.cart_id, v_begun, hold_line.renewed from lock_cart(p_user, p_token) c;
  select s.quantity into v_stock from sweets s where s.id = p_sweet and s.deleted_at is null for no key update;
  if not found then
    outcome := 'missing';
    if p_quantity is distinct from 0 then
      if v_begun then perform drop_begun_cart(cart_id); end if;
      return;
    end if;
    -- A deleted sweet's line can still be taken out.
    perform 1 from sweets s where s.id = p_sweet for no key update;
    v_stock := 0;
  end if;
  select * into v_line from cart_lines l where l.cart_id = hold_line.cart_id and l.sweet_id = p_sweet;
  v_line.quantity := coalesce(v_line.quantity, 0);
  v_line.held := coalesce(v_line.held, 0);
  v_wanted := coalesce(p_quantity, v_line.quantity + p_add);
  v_need := v_wanted - v_line.held;
  -- What lapsed since the last sweep is free, this shopper's own hold too.
  if v_need > v_stock and release_sweet(p_sweet) > 0 then
    select s.quantity, coalesce(l.held, 0) into v_stock, v_line.held
      from sweets s left join cart_lines l on l.cart_id = hold_line.cart_id and l.sweet_id = s.id where s.id = p_sweet;
    v_need := v_wanted - v_line.held;
  end if;
  -- Fewer than before is never refused: as many are held as there are.
  if p_quantity < v_line.quantity then v_need := least(v_need, v_stock); end if;
  select coalesce(sum(l.quantity), 0) into v_other from cart_lines l where l.cart_id = hold_line.cart_id and l.sweet_id <> p_sweet;

  if v_need > v_stock then
    outcome := 'short';
    available := greatest(0, v_stock + v_line.held - v_line.quantity);
    if v_begun then perform drop_begun_cart(cart_id); end if;
    return;
  end if;
  if v_wanted > v_line.quantity and ((p_user is null and v_other + v_wanted > p_limit) or v_wanted > 100000) then
    outcome := 'full';
    if v_begun then perform drop_begun_cart(cart_id); end if;
    return;
  end if;

  perform move_stock(p_sweet, -v_need, case when v_need > 0 then 'hold' else 'release' end, p_user, null, cart_id);
  if v_wanted = 0 then
    delete from cart_lines l where l.cart_id = hold_line.cart_id and l.sweet_id = p_sweet;
  else
    if v_line.held + v_need > 0 then
      -- To the millisecond, as it is stored: the answer to this says the same as the cart that is read next.
      expires_at := date_trunc('milliseconds', clock_timestamp() + p_minutes * interval '1 minute');
    end if;
    insert into cart_lines as l (cart_id, sweet_id, quantity, held, expires_at)
    values (hold_line.cart_id, p_sweet, v_wanted, v_line.held + v_need, hold_line.expires_at)
    on conflict on constraint cart_lines_cart_id_sweet_id_pk
    do update set quantity = excluded.quantity, held = excluded.held, expires_at = excluded.expires_at;
  end if;
  outcome := 'ok';
  quantity := v_wanted;
  available := v_stock - v_need;
  items_count := v_other + v_wanted;
end $$;

-- Empties a cart: its holds go back to stock, gift wrap and message are reset.
create or replace function empty_cart(p_cart int, p_user int, p_reason text default 'release') returns void language plpgsql as $$
declare
  v_line record;
begin
  perform 1 from carts where id = p_cart for no key update;
  perform 1 from sweets where id in (select sweet_id from cart_lines where cart_id = p_cart and held > 0)
    order by id for no key update;
  for v_line in select sweet_id, held from cart_lines where cart_id = p_cart and held > 0 order by sweet_id loop
    perform move_stock(v_line.sweet_id, v_line.held, p_reason, p_user, null, p_cart);
  end loop;
  delete from cart_lines where cart_id = p_cart;
  update carts set gift_wrap = false, personal_message = '', updated_at = now() where id = p_cart;
end $$;

-- Sets gift wrap and message, each unless null; begins the cart when there is none, unless there is nothing to store in it: cart_id is
-- null then. renewed: its 30 days have begun anew.
drop function if exists set_gift(int, text, boolean, text);
create function set_gift(p_user int, p_token text, p_wrap boolean, p_message text, out cart_id int, out renewed boolean)
language plpgsql as $$
begin
  renewed := false;
  if p_wrap is not true and coalesce(p_message, '') = ''
    and not exists (select 1 from carts c where c.user_id = p_user or c.token_hash = p_token) then return; end if;
  select c.cart, c.renewed into set_gift.cart_id, set_gift.renewed from lock_cart(p_user, p_token) c;
  update carts set gift_wrap = coalesce(p_wrap, gift_wrap), personal_message = coalesce(p_message, personal_message)
  where id = set_gift.cart_id;
end $$;

-- The visitor's cart joins the user's at login: lines are added up, holds move with them, no unit is lost or invented.
create or replace function join_carts(p_user int, p_token text) returns void language plpgsql as $$
declare
  v_mine int;
  v_guest int;
  v_line record;
  v_quantity int;
begin
  perform 1 from carts where token_hash = p_token;
  if not found then return; end if;
  select cart into v_mine from lock_cart(p_user, null);
  select id into v_guest from carts where token_hash = p_token for update;
  if v_guest is null then return; end if;
  perform 1 from sweets where id in (select sweet_id from cart_lines where cart_id = v_guest) order by id for no key update;
  for v_line in select * from cart_lines where cart_id = v_guest order by sweet_id loop
    insert into cart_lines as l (cart_id, sweet_id, quantity, held, expires_at, created_at)
    values (v_mine, v_line.sweet_id, v_line.quantity, v_line.held, v_line.expires_at, v_line.created_at)
    on conflict on constraint cart_lines_cart_id_sweet_id_pk do update
      set quantity = l.quantity + excluded.quantity, held = l.held + excluded.held,
          expires_at = greatest(l.expires_at, excluded.expires_at);
  end loop;
  update carts mine
    set gift_wrap = mine.gift_wrap or guest.gift_wrap,
        personal_message = case when mine.personal_message = '' then guest.personal_message else mine.personal_message end
    from carts guest where mine.id = v_mine and guest.id = v_guest;
  delete from cart_lines where cart_id = v_guest;
  delete from carts where id = v_guest;
end $$;

-- Deletes a cart that nobody touched for 30 days, its holds go back. False when there is none. One a call, so that the
-- sweets of several carts are not locked out of order.
create or replace function delete_old_cart() returns boolean language plpgsql as $$
declare
  v_cart int;
begin
  select id into v_cart from carts where updated_at < now() - interval '30 days' order by updated_at limit 1 for update skip locked;
  if v_cart is null then return false; end if;
  perform empty_cart(v_cart, null, 'lapse');
  delete from carts where id = v_cart;
  return true;
end $$;

-- ---------------------------------------------------------------------------------------------------------------
-- Orders
-- ---------------------------------------------------------------------------------------------------------------

-- Sells to a user what three parallel arrays say, all lines or none; a sweet that stands twice is summed. `p_prices` is
-- what the buyer was shown, in paise, or null: a lower price than today's is refused, a higher one is charged as today's.
-- The buyer's own holds are used first, the rest comes from stock; the units leave the buyer's cart.
-- p_checkout: the page's checkout of the cart, which also starts the cart anew.
-- outcome: ok | unavailable (detail: ids) | price_changed (detail: prices) | short (detail: lines with what there is)
create or replace function place_order(
  p_user int, p_channel text, p_sweets int[], p_quantities int[], p_prices bigint[], p_recipient text, p_address text,
  p_phone text, p_notes text, p_gift_wrap boolean, p_gift_wrap_paise bigint, p_message text, p_checkout boolean,
  out outcome text, out detail jsonb, out order_id int
) language plpgsql as $$
declare
  v_cart int;
  v_total bigint;
  v_line record;
begin
  select id into v_cart from carts where user_id = p_user for no key update;
  perform 1 from sweets where id = any(p_sweets) order by id for no key update;

  for v_try in 1..2 loop
    with wanted as (
      select sweet_id, sum(quantity) as quantity, min(price) as price
      from unnest(p_sweets, p_quantities, p_prices) as i(sweet_id, quantity, price) group by sweet_id
    ), checked as (
      select w.sweet_id, w.quantity, w.price as shown, s.price, s.quantity + coalesce(l.held, 0) as available,
             s.id is null as gone
      from wanted w
      left join sweets s on s.id = w.sweet_id and s.deleted_at is null
      left join cart_lines l on l.cart_id = v_cart and l.sweet_id = w.sweet_id
    )
    select
      case when bool_or(gone) then 'unavailable'
           when bool_or(shown < price) then 'price_changed'
           when bool_or(quantity > available) then 'short' else 'ok' end,
      case when bool_or(gone) then jsonb_agg(sweet_id order by sweet_id) filter (where gone)
           when bool_or(shown < price) then jsonb_agg(jsonb_build_object('productId', sweet_id, 'price', price) order by sweet_id)
           when bool_or(quantity > available) then
             jsonb_agg(jsonb_build_object('productId', sweet_id, 'available', available) order by sweet_id)
               filter (where quantity > available) end,
      sum(price * quantity)
    into outcome, detail, v_total from checked;
    exit when outcome <> 'short' or v_try = 2;
    -- What lapsed since the last sweep is free.
    perform release_sweet(id) from unnest(p_sweets) id;
  end loop;
  if outcome <> 'ok' then return; end if;

  insert into orders (user_id, channel, total, gift_wrap, personal_message, recipient_name, delivery_address, phone_number, notes)
  values (p_user, p_channel, v_total + case when p_gift_wrap then p_gift_wrap_paise else 0 end, p_gift_wrap, p_message,
          p_recipient, p_address, p_phone, p_notes)
  returning id into order_id;
  insert into order_status_history (order_id, to_status, by_user_id) values (place_order.order_id, 'Pending', p_user);

  for v_line in
    select w.sweet_id, w.quantity, s.name, s.price, least(coalesce(l.held, 0), w.quantity)::int as from_hold, l.quantity as in_cart
    from (select sweet_id, sum(quantity)::int as quantity from unnest(p_sweets, p_quantities) as i(sweet_id, quantity) group by sweet_id) w
    join sweets s on s.id = w.sweet_id
    left join cart_lines l on l.cart_id = v_cart and l.sweet_id = w.sweet_id
    order by w.sweet_id
  loop
    insert into order_lines (order_id, sweet_id, name, price, quantity)
    values (place_order.order_id, v_line.sweet_id, v_line.name, v_line.price, v_line.quantity);
    -- The ledger says the whole sale; what was held comes back first, in the same moment.
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
    -- Lines that can no longer be bought go with the checkout; they hold nothing.
    delete from cart_lines l using sweets s where l.cart_id = v_cart and s.id = l.sweet_id and s.deleted_at is not null;
    update carts set gift_wrap = false, personal_message = '', checkout_key = gen_random_uuid(), updated_at = now() where id = v_cart;
  end if;
end $$;

-- ISO 8601 in UTC, as answers carry times.
create or replace function iso(p_at timestamptz) returns text language sql stable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- An order whole, with lines and history; money in paise. Volatile, so that a statement sees the order that it has just made.
create or replace function order_json(o orders) returns jsonb language sql volatile as $$
  select jsonb_build_object(
    'id', o.id, 'userId', o.user_id, 'status', o.status, 'channel', o.channel, 'total', o.total, 'giftWrap', o.gift_wrap,
    'personalMessage', o.personal_message, 'recipientName', o.recipient_name, 'deliveryAddress', o.delivery_address,
    'phoneNumber', o.phone_number, 'notes', o.notes, 'internalNote', o.internal_note,
    'createdAt', iso(o.created_at), 'updatedAt', iso(o.updated_at),
    'user', (select jsonb_build_object('name', u.name, 'email', u.email) from users u where u.id = o.user_id),
    'items', (select jsonb_agg(jsonb_build_object(
        'id', l.id, 'productId', l.sweet_id, 'name', l.name, 'price', l.price, 'quantity', l.quantity,
        'slug', case when s.deleted_at is null then s.slug end, 'imageId', s.image_id) order by l.id)
      from order_lines l join sweets s on s.id = l.sweet_id where l.order_id = o.id),
    'history', (select jsonb_agg(jsonb_build_object('from', h.from_status, 'to', h.to_status, 'at', iso(h.at), 'by', u.name) order by h.id)
      from order_status_history h left join users u on u.id = h.by_user_id where h.order_id = o.id),
    'corrections', coalesce((select jsonb_agg(jsonb_build_object('field', c.field, 'from', c.from_text, 'to', c.to_text,
        'at', iso(c.at), 'by', u.name) order by c.id)
      from order_corrections c left join users u on u.id = c.by_user_id where c.order_id = o.id), '[]'))
$$;

create or replace function order_json(p_order int) returns jsonb language sql volatile as $$
  select order_json(o) from orders o where o.id = p_order
$$;

-- A sale over the counter: an order of one line that is completed at once, without delivery.
-- outcome: ok | missing | short (see available)
create or replace function purchase(
  p_user int, p_sweet int, p_quantity int, out outcome text, out available int, out order_id int
) language plpgsql as $$
declare
  v_sweet sweets%rowtype;
begin
  select * into v_sweet from sweets where id = p_sweet and deleted_at is null for no key update;
  if not found then outcome := 'missing'; return; end if;
  available := v_sweet.quantity;
  if p_quantity > available and release_sweet(p_sweet) > 0 then
    select quantity into available from sweets where id = p_sweet;
  end if;
  if p_quantity > available then outcome := 'short'; return; end if;
  insert into orders (user_id, channel, status, total) values (p_user, 'counter', 'Completed', v_sweet.price * p_quantity)
    returning id into order_id;
  insert into order_lines (order_id, sweet_id, name, price, quantity)
    values (purchase.order_id, p_sweet, v_sweet.name, v_sweet.price, p_quantity);
  insert into order_status_history (order_id, from_status, to_status, by_user_id)
    values (purchase.order_id, null, 'Pending', p_user), (purchase.order_id, 'Pending', 'Completed', p_user);
  perform move_stock(p_sweet, -p_quantity, 'purchase', p_user, order_id);
  available := available - p_quantity;
  outcome := 'ok';
end $$;

-- Sets an order's status and keeps stock right: a cancel before shipping returns the units once, leaving Cancelled takes
-- the returned ones again. p_owner: the customer who cancels an own order, which only a Pending one allows.
-- outcome: ok | missing | not_pending | short (detail: lines with what there is)
create or replace function set_order_status(
  p_order int, p_to text, p_by int, p_owner int, out outcome text, out detail jsonb
) language plpgsql as $$
declare
  v_order orders%rowtype;
  v_returned boolean;
  v_line record;
begin
  select * into v_order from orders where id = p_order and (p_owner is null or user_id = p_owner) for no key update;
  if not found then outcome := 'missing'; return; end if;
  outcome := 'ok';
  if v_order.status = p_to then return; end if;
  if p_owner is not null and v_order.status <> 'Pending' then outcome := 'not_pending'; return; end if;

  v_returned := v_order.stock_returned;
  if (p_to = 'Cancelled' and v_order.status in ('Pending', 'Processing')) or (v_order.status = 'Cancelled' and v_returned) then
    perform 1 from sweets where id in (select sweet_id from order_lines where order_id = p_order) order by id for no key update;
    if v_returned then
      for v_try in 1..2 loop
        select jsonb_agg(jsonb_build_object('productId', s.id, 'available', s.quantity) order by s.id) into detail
          from order_lines l join sweets s on s.id = l.sweet_id where l.order_id = p_order and s.quantity < l.quantity;
        exit when detail is null or v_try = 2;
        -- What lapsed since the last sweep is free.
        perform release_sweet("productId") from jsonb_to_recordset(detail) short("productId" int);
      end loop;
      if detail is not null then outcome := 'short'; return; end if;
    end if;
    for v_line in select sweet_id, quantity from order_lines where order_id = p_order order by sweet_id loop
      perform move_stock(v_line.sweet_id, case when v_returned then -v_line.quantity else v_line.quantity end,
                         case when v_returned then 'reinstate' else 'cancel' end, p_by, p_order);
    end loop;
    v_returned := not v_returned;
  end if;

  update orders set status = p_to, stock_returned = v_returned, updated_at = now() where id = p_order;
  insert into order_status_history (order_id, from_status, to_status, by_user_id) values (p_order, v_order.status, p_to, p_by);
end $$;

-- ---------------------------------------------------------------------------------------------------------------
-- Search
-- ---------------------------------------------------------------------------------------------------------------

-- The words of a text, as the column `search` has them (with the marks of Indian scripts, which are no letters); of a very
-- long one its beginning, since an index takes no more.
create or replace function words_of(p_text text) returns setof text language sql immutable as $$
  select distinct left(word, 60)
  from regexp_split_to_table(lower(p_text), '[^[:alnum:]\u0300-\u036f\u0900-\u0963\u0966-\u0dff]+') word where word <> ''
$$;

-- What was typed as a query: each word by its beginning or, when no sweet has such a word, by the most similar words of
-- the sweets' names ('gulab jamn', 'kaju katri'); beside them, what the owner's list says that the word means. Null when nothing was
-- typed that could be found. direct: the same without that list, to rank by; null when there is no difference to make.
drop function if exists search_query(text);
create function search_query(p_text text, out query tsquery, out direct tsquery) language plpgsql stable as $$
declare
  v_word text;
  v_found text;
  v_meant text;
  v_query text;
  v_direct text;
  v_differs boolean := false;
  v_unknown boolean := false;
begin
  for v_word in select word from words_of(left(p_text, 200)) word order by length(word) desc, word limit 8 loop
    v_found := null;
    if exists (select 1 from search_words where word ~>=~ v_word and word ~<~ (v_word || chr(1114111))) then
      v_found := quote_literal(v_word) || ':*';
    else
      select string_agg(quote_literal(word), ' | ') into v_found from (
        select word from (
          select word, similarity(word, v_word) as near, max(similarity(word, v_word)) over () as nearest
          from search_words where in_name and word % v_word
        ) w where near >= nearest - 0.1 order by near desc, word limit 3
      ) w;
      -- Letters that changed places ('bafri') share few trigrams.
      if v_found is null and length(v_word) > 2 then
        select string_agg(quote_literal(word), ' | ') into v_found from (
          select word from search_words
          where in_name and left(word, 1) = left(v_word, 1) and length(word) between length(v_word) - 2 and length(v_word) + 2
            and levenshtein_less_equal(word, v_word, 3) <= case when length(v_word) < 8 then 2 else 3 end
          order by levenshtein(word, v_word), word limit 3
        ) w;
      end if;
    end if;
    select string_agg('(' || (select string_agg(quote_literal(w) || ':*', ' & ') from words_of(means) w) || ')', ' | ')
      into v_meant from search_synonyms where word = v_word;
    if v_found is null and v_meant is null then return; end if;
    v_query := coalesce(v_query || ' & ', '') || '(' || concat_ws(' | ', v_found, v_meant) || ')';
    -- A word that only the list knows is found directly nowhere.
    v_unknown := v_unknown or v_found is null;
    v_differs := v_differs or v_meant is not null;
    v_direct := coalesce(v_direct || ' & ', '') || '(' || v_found || ')';
  end loop;
  query := v_query::tsquery;
  if v_differs and not v_unknown then direct := v_direct::tsquery; end if;
end $$;

-- ---------------------------------------------------------------------------------------------------------------
-- Triggers: what must follow from a write whoever writes
-- ---------------------------------------------------------------------------------------------------------------

create or replace function learn_words(p_name text, p_other text) returns void language sql as $$
  insert into search_words (word, in_name)
  select word, bool_or(in_name) from (
    select word, true as in_name from words_of(p_name) word union all select word, false from words_of(p_other) word
  ) w group by word order by word
  on conflict (word) do update set in_name = true where excluded.in_name and not search_words.in_name
$$;

create or replace function count_sweet(p_sweet sweets, p_by int) returns void language sql as $$
  insert into sweet_counts values (p_sweet.category, p_sweet.featured, p_sweet.gift_box, 0) on conflict do nothing;
  update sweet_counts set sweets = sweets + p_by
  where category = p_sweet.category and featured = p_sweet.featured and gift_box = p_sweet.gift_box
$$;

-- Which pages show a sweet is worked out by those who listen (lib/catalogue/pages.ts); see /products/<slug> and the lists.
create or replace function notify_pages(p_id int, p_slug text, p_categories text[]) returns void language sql as $$
  select pg_notify('pages', json_build_object('id', p_id, 'slug', p_slug, 'categories', p_categories)::text)
$$;

-- Sweets come one by one or, from a seed, by the ten thousand: one pass a statement.
create or replace function sweets_inserted() returns trigger language plpgsql as $$
begin
  insert into sweet_counts as c (category, featured, gift_box, sweets)
  select category, featured, gift_box, count(*) from added where deleted_at is null group by 1, 2, 3 order by 1, 2, 3
  on conflict on constraint sweet_counts_category_featured_gift_box_pk do update set sweets = c.sweets + excluded.sweets;
  perform learn_words(string_agg(distinct name || ' ' || category, ' '), string_agg(distinct description, ' ')) from added;
  if (select count(*) from added) > 20 then
    perform pg_notify('pages', '{}');
  else
    perform notify_pages(id, slug, array[category]) from added;
  end if;
  return null;
end $$;
create or replace trigger sweets_inserted after insert on sweets referencing new table as added
  for each statement execute function sweets_inserted();

create or replace function sweet_counted_anew() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.category, old.featured, old.gift_box, old.deleted_at is null)
      = (new.category, new.featured, new.gift_box, new.deleted_at is null) then return null; end if;
    -- In one order, so that two sweets that change places do not wait for each other.
    perform 1 from sweet_counts
      where (category, featured, gift_box) in ((old.category, old.featured, old.gift_box), (new.category, new.featured, new.gift_box))
      order by category, featured, gift_box for no key update;
  end if;
  if tg_op <> 'INSERT' and old.deleted_at is null then perform count_sweet(old, -1); end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then perform count_sweet(new, 1); end if;
  return null;
end $$;
create or replace trigger sweet_counted_anew after update of category, featured, gift_box, deleted_at or delete on sweets
  for each row execute function sweet_counted_anew();

-- Words that no sweet has any more are forgotten: a mended spelling must not be believed for ever.
create or replace function sweet_renamed() returns trigger language plpgsql as $$
declare
  v_old text[];
  v_new text[] := '{}';
begin
  if (old.name, old.category, old.description, old.deleted_at is null)
    = (new.name, new.category, new.description, new.deleted_at is null) then return null; end if;
  v_old := array(select words_of(concat_ws(' ', old.name, old.category, old.description)));
  if new.deleted_at is null then v_new := array(select words_of(concat_ws(' ', new.name, new.category, new.description))); end if;
  -- Whoever is learning one of these words has committed, or waits for us: what is seen below is then the truth.
  perform 1 from search_words where word = any(v_old || v_new) order by word for update;
  if new.deleted_at is null then perform learn_words(new.name || ' ' || new.category, new.description); end if;
  delete from search_words w where word = any(v_old) and word <> all(v_new) and not exists (
    select 1 from sweets where deleted_at is null and search @@ (quote_literal(w.word) || ':*')::tsquery);
  return null;
end $$;
create or replace trigger sweet_renamed after update of name, description, category, deleted_at on sweets
  for each row execute function sweet_renamed();

-- A page changes when what it says of the sweet does; of the stock it says in stock or sold out (the number is live).
create or replace function sweet_shown_anew() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform notify_pages(old.id, old.slug, array[old.category]);
  else
    perform notify_pages(new.id, new.slug, array[old.category, new.category]);
  end if;
  return null;
end $$;
create or replace trigger sweet_edited after update on sweets for each row
  when (old.version <> new.version or (old.quantity > 0) <> (new.quantity > 0)
    or (old.deleted_at is null) <> (new.deleted_at is null)
    or (old.name, old.slug, old.description, old.price, old.category) is distinct from
       (new.name, new.slug, new.description, new.price, new.category)
    or (old.image_id, old.image_alt, old.featured, old.sugar_free, old.gift_box) is distinct from
       (new.image_id, new.image_alt, new.featured, new.sugar_free, new.gift_box))
  execute function sweet_shown_anew();
create or replace trigger sweet_removed after delete on sweets for each row execute function sweet_shown_anew();

-- A new role ends every session and reset link: what was given out for the old one must not open the new one.
create or replace function role_changed() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  delete from password_resets where user_id = new.id;
  return null;
end $$;
create or replace trigger role_changed after update of role on users for each row
  when (old.role <> new.role) execute function role_changed();

-- ---------------------------------------------------------------------------------------------------------------
-- Totals of orders, for lists and reports
-- ---------------------------------------------------------------------------------------------------------------

-- Always before sweet_sales and in the order of its key: whoever writes both takes their locks in one order. Eight shards: connections that
-- order at once rarely meet.
create or replace function count_orders(p_day date, p_status text, p_orders int, p_total bigint) returns void language sql as $$
  insert into order_totals as t (day, status, shard, orders, total) values (p_day, p_status, pg_backend_pid() % 8, p_orders, p_total)
  on conflict on constraint order_totals_day_status_shard_pk do update set orders = t.orders + excluded.orders, total = t.total + excluded.total
$$;

create or replace function day_of(p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'Asia/Kolkata')::date
$$;

create or replace function orders_inserted() returns trigger language plpgsql as $$
begin
  perform count_orders(day, status, orders, total) from (
    select day_of(created_at) as day, status, count(*)::int as orders, sum(total)::bigint as total from added group by 1, 2 order by 1, 2
  ) d;
  return null;
end $$;
create or replace trigger orders_inserted after insert on orders referencing new table as added
  for each statement execute function orders_inserted();

create or replace function order_counted_anew() returns trigger language plpgsql as $$
begin
  perform count_orders(day, status, orders, total) from (values
    (day_of(old.created_at), old.status, -1, -old.total), (day_of(new.created_at), new.status, 1, new.total)
  ) d(day, status, orders, total) order by day, status;
  if (old.status = 'Cancelled') <> (new.status = 'Cancelled') then
    insert into sweet_sales as s (sweet_id, units)
    select sweet_id, case when new.status = 'Cancelled' then -quantity else quantity end from order_lines
    where order_id = new.id order by sweet_id
    on conflict (sweet_id) do update set units = s.units + excluded.units;
  end if;
  return null;
end $$;
create or replace trigger order_counted_anew after update of status, total, created_at on orders for each row
  when ((old.status, old.total, old.created_at) is distinct from (new.status, new.total, new.created_at))
  execute function order_counted_anew();

create or replace function order_lines_inserted() returns trigger language plpgsql as $$
begin
  insert into sweet_sales as s (sweet_id, units)
  select l.sweet_id, sum(l.quantity) from added l join orders o on o.id = l.order_id where o.status <> 'Cancelled'
  group by l.sweet_id order by l.sweet_id
  on conflict (sweet_id) do update set units = s.units + excluded.units;
  return null;
end $$;
create or replace trigger order_lines_inserted after insert on order_lines referencing new table as added
  for each statement execute function order_lines_inserted();

-- Counted from the orders each time that this file is applied: for what was ordered before there were totals. Nobody orders meanwhile.
lock table orders, order_lines in share row exclusive mode;
delete from order_totals;
delete from sweet_sales;
insert into order_totals (day, status, shard, orders, total)
select day_of(created_at), status, 0, count(*), sum(total) from orders group by 1, 2;
insert into sweet_sales (sweet_id, units)
select l.sweet_id, sum(l.quantity) from order_lines l join orders o on o.id = l.order_id where o.status <> 'Cancelled' group by 1;
