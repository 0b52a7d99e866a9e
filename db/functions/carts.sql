-- Carts: a line of a cart is so many packs of a sweet, and also the hold of their units, which are out of the sweet's stock until the
-- hold expires. Two packs of one sweet are two lines.
-- The order of locks is stated at the head of stock.sql.

-- Finds the shopper's cart, creates it when there is none, and locks it, so that a cart has one writer at a time.
-- created: there was none. renewed: its 30 days start again, and those of a visitor's cookie should too.
-- Locks: the cart.
-- Test: tests/domain/cart-created.test.ts
create or replace function lock_cart(p_user int, p_token text, out cart int, out created boolean, out renewed boolean)
language plpgsql as $$
begin
  if p_user is not null then
    select id into cart from carts where user_id = p_user for no key update;
    created := cart is null;
    if created then
      insert into carts (user_id) values (p_user)
      on conflict (user_id) do update set updated_at = now() returning id into cart;
    end if;
  else
    select id into cart from carts where token_hash = p_token for no key update;
    created := cart is null;
    if created then
      insert into carts (token_hash) values (p_token)
      on conflict (token_hash) do update set updated_at = now() returning id into cart;
    end if;
  end if;
  -- An hour is exact enough for 30 days, and most calls write nothing here.
  update carts set updated_at = now() where id = cart and updated_at < now() - interval '1 hour';
  renewed := created or found;
end $$;

-- Deletes a cart that was created for a request which was then refused.
-- Locks: the cart, which the caller has locked already.
-- Test: tests/domain/cart-created.test.ts
create or replace function delete_new_cart(p_cart int) returns void language sql as $$
  delete from carts c where id = p_cart and not gift_wrap and personal_message = ''
    and not exists (select 1 from cart_lines where cart_id = c.id)
$$;

-- Sets a line to `p_quantity` packs, or adds `p_add` to it, and holds all of them for `p_minutes`. A `p_pack` of null is the default pack.
-- A pack that is switched off cannot be held, nor one of another sweet; its line can still be removed.
-- A refusal creates no cart, nor does the removal of a line from a cart that does not exist: cart_id is null then.
-- p_address: a keyed hash of the shopper's address. Null: holds are not limited (RATE_LIMIT=off, or an instance of the version before).
-- Locks: the cart, the sweet, expired lines of that sweet.
-- outcome: ok | missing (no such sweet) | no_pack | short (see available) | hold_limit (there are more than this shopper may hold: see available)
--          full (a visitor's cart holds at most p_limit packs)
-- available: packs that are left, or that this shopper could still add
-- Test: tests/domain/cart.test.ts, tests/domain/cart-sweets.test.ts, tests/domain/hold-limits.test.ts, tests/domain/property.test.ts
create or replace function hold_line(
  p_user int, p_token text, p_sweet int, p_quantity int, p_add int, p_minutes double precision, p_limit int,
  p_pack int default null, p_address text default null,
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
  v_live int;
  v_allowed int;
  v_address text;
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
  -- Only a hold that grows is limited; one that has expired, released or not, is taken anew.
  v_live := case when v_line.expires_at > clock_timestamp() then v_line.held else 0 end;
  v_allowed := v_need;
  if p_address is not null and v_line.held + v_need > v_live then
    if is_counted_by_address(p_user) then v_address := p_address; end if;
    v_allowed := greatest(v_live, holdable_units(
      (v_line.held + v_need)::bigint * v_units, p_sweet, cart_id, hold_line.pack_id, p_user, v_address) / v_units) - v_line.held;
  end if;
  -- A reduction is never refused: as many packs are held as there are and as this shopper may hold.
  if p_quantity < v_line.quantity then v_need := least(v_need, v_stock / v_units, v_allowed); end if;
  select coalesce(sum(l.quantity), 0) into v_other
    from cart_lines l where l.cart_id = hold_line.cart_id and l.pack_id is distinct from hold_line.pack_id;

  if v_need > least(v_stock / v_units, v_allowed) then
    outcome := case when v_allowed < v_stock / v_units then 'hold_limit' else 'short' end;
    available := greatest(0, least(v_stock / v_units, v_allowed) + v_line.held - v_line.quantity);
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
    -- A hold that does not grow goes on to count for the address of before: elsewhere there may be no room for it.
    insert into cart_lines as l (cart_id, sweet_id, pack_id, quantity, held, expires_at, address_hash)
    values (hold_line.cart_id, p_sweet, hold_line.pack_id, v_wanted, v_line.held + v_need, hold_line.expires_at,
            case when v_line.held + v_need > v_live then v_address when v_line.held + v_need > 0 then v_line.address_hash end)
    on conflict on constraint cart_lines_cart_id_pack_id_pk
    do update set quantity = excluded.quantity, held = excluded.held, expires_at = excluded.expires_at, address_hash = excluded.address_hash;
  end if;
  outcome := 'ok';
  quantity := v_wanted;
  available := case when v_active then (v_stock - v_need * v_units) / v_units else 0 end;
  items_count := v_other + v_wanted;
end $$;

-- Empties a cart: its held units return to stock with `p_reason` in the ledger, gift wrap and message are reset.
-- Locks: the cart, its sweets by id.
-- Test: tests/domain/cart.test.ts
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

-- Sets gift wrap and message, each unless null. Creates the cart when there is none, unless there is nothing to store in
-- it: cart_id is null then. renewed: its 30 days start again.
-- Locks: the cart.
-- Test: tests/domain/cart-created.test.ts
create or replace function set_gift(p_user int, p_token text, p_wrap boolean, p_message text, out cart_id int, out renewed boolean)
language plpgsql as $$
begin
  renewed := false;
  if p_wrap is not true and coalesce(p_message, '') = ''
    and not exists (select 1 from carts c where c.user_id = p_user or c.token_hash = p_token) then return; end if;
  select c.cart, c.renewed into set_gift.cart_id, set_gift.renewed from lock_cart(p_user, p_token) c;
  update carts set gift_wrap = coalesce(p_wrap, gift_wrap), personal_message = coalesce(p_message, personal_message)
  where id = set_gift.cart_id;
end $$;

-- Joins the visitor's cart into the user's at login: quantities add up, holds move with them. What would be more than the user may hold
-- returns to stock and stays in the cart without a hold. p_address: see hold_line().
-- Locks: the user's cart, the visitor's cart, the visitor's sweets by id.
-- Test: tests/domain/cart-sweets.test.ts, tests/domain/hold-limits.test.ts, tests/domain/property.test.ts
create or replace function join_carts(p_user int, p_token text, p_address text default null) returns void language plpgsql as $$
declare
  v_own int;
  v_visitor int;
  v_line record;
  v_joined int;
  v_address text := case when is_counted_by_address(p_user) then p_address end;
begin
  perform 1 from carts where token_hash = p_token;
  if not found then return; end if;
  select cart into v_own from lock_cart(p_user, null);
  select id into v_visitor from carts where token_hash = p_token for update;
  if v_visitor is null then return; end if;
  perform 1 from sweets where id in (select sweet_id from cart_lines where cart_id = v_visitor) order by id for no key update;
  for v_line in
    select l.*, p.units, coalesce(o.held, 0) as own from cart_lines l join packs p on p.id = l.pack_id
    left join cart_lines o on o.cart_id = v_own and o.pack_id = l.pack_id
    where l.cart_id = v_visitor order by l.sweet_id, l.pack_id
  loop
    v_joined := v_line.held;
    if p_address is not null then
      v_joined := greatest(0, holdable_units(
        (v_line.own + v_line.held)::bigint * v_line.units, v_line.sweet_id, v_own, v_line.pack_id, p_user, v_address
      ) / v_line.units - v_line.own);
    end if;
    perform move_stock(v_line.sweet_id, (v_line.held - v_joined) * v_line.units, 'release', p_user, null, v_own);
    insert into cart_lines as l (cart_id, sweet_id, pack_id, quantity, held, expires_at, address_hash, created_at)
    values (v_own, v_line.sweet_id, v_line.pack_id, v_line.quantity, v_joined, case when v_joined > 0 then v_line.expires_at end,
            case when v_joined > 0 then v_address end, v_line.created_at)
    on conflict on constraint cart_lines_cart_id_pack_id_pk do update
      set quantity = l.quantity + excluded.quantity, held = l.held + excluded.held,
          expires_at = greatest(l.expires_at, excluded.expires_at),
          address_hash = case when excluded.held > 0 then excluded.address_hash else l.address_hash end;
  end loop;
  update carts own
    set gift_wrap = own.gift_wrap or visitor.gift_wrap,
        personal_message = case when own.personal_message = '' then visitor.personal_message else own.personal_message end
    from carts visitor where own.id = v_own and visitor.id = v_visitor;
  delete from cart_lines where cart_id = v_visitor;
  delete from carts where id = v_visitor;
end $$;

-- Deletes one cart that was not used for 30 days; its held units return to stock. One cart a call, so that the sweets of
-- several carts are never locked out of order.
-- Locks: the cart (one that is locked is skipped), its sweets by id.
-- Returns: false when there is no such cart.
-- Test: tests/domain/cart.test.ts
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
