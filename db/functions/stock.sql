-- Stock: units of a sweet that can still be sold (sweets.quantity) and the ledger of every change (stock_ledger). Both count in the
-- smallest unit of the sweet's packs; lines of carts and orders count packs, each of which takes packs.units of these.
--
-- Inside a function each statement sees what was committed when it starts, so what is read after a lock is current under
-- that lock. All functions of db/functions take their locks in one order, which rules out deadlocks between them:
-- settings, cart, order, sweets by id, cart lines, places of windows by date and time.

-- Adds `p_delta` units (negative: takes out) and writes the ledger row.
-- The owner's own additions (first stock, restock, correction) may not bring what is free over 100,000 default packs; units that
-- come back (released and expired holds, cancelled orders) may.
-- Locks: none of its own. The caller holds the sweet's row lock and has checked that there is enough.
-- Errors: check_violation with the constraint name `stock_at_most`, which lib/stock turns into a message.
-- Test: tests/domain/stock.test.ts
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

-- Adds packs that the owner received: `p_quantity` of the pack, of the default pack when it is null.
-- Locks: the sweet.
-- Returns: the new number of default packs, or null when there is no such sweet or pack.
-- Test: tests/domain/stock.test.ts, tests/domain/packs.test.ts
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

-- Returns the units of a sweet's expired holds to stock, exactly once, however many callers there are at a time.
-- One sweet a call: a transaction over many sweets would make shoppers of all of them wait.
-- Locks: the sweet, then its expired cart lines. A sweet that another transaction has locked is skipped: the next run
-- releases its holds, or the buyer who needs the units does.
-- Returns: the number of cart lines released.
-- Test: tests/domain/cart.test.ts ("a hold that expires")
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
