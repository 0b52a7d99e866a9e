-- Limits of holds: nobody keeps a whole sweet from the others without buying it (docs/behaviour.md#limits-of-holds). Visitors are counted
-- by their address, of which a line of a cart has a keyed hash as long as it holds something; accounts by themselves, and new ones by their
-- address too.

-- Whether what a cart holds is counted together with other carts of its address: a visitor's (p_user is null) is, and that of an account
-- which is younger than a day.
-- Test: tests/domain/hold-limits.test.ts
create or replace function is_counted_by_address(p_user int) returns boolean language plpgsql stable as $$
begin
  return p_user is null or exists (select from users where id = p_user and created_at > now() - interval '1 day');
end $$;

-- How many of `p_units` units of a sweet a line of a cart may hold: the carts of visitors from one address together at most a quarter of
-- what is free and held, but 10 default packs at least; an account half of it, but 50 packs at least. Other lines of the cart
-- count, and so do live holds of other carts that are counted together with it; visitors and accounts are counted apart.
-- p_address: the keyed hash of the address that the cart is counted by, null when it is counted alone (is_counted_by_address).
-- Locks: none of its own. The caller has locked the sweet, so that nobody else changes what is held of it.
-- Test: tests/domain/hold-limits.test.ts
create or replace function holdable_units(
  p_units bigint, p_sweet int, p_cart int, p_pack int, p_user int, p_address text
) returns bigint language plpgsql as $$
declare
  v_limit bigint;
  v_others bigint;
begin
  select case when p_user is null then 10 else 50 end * s.default_units,
    (select coalesce(sum(l.held * p.units), 0) from cart_lines l join packs p on p.id = l.pack_id
      where l.cart_id = p_cart and l.sweet_id = p_sweet and l.pack_id <> p_pack and l.expires_at > clock_timestamp())
    + (select coalesce(sum(l.held * p.units), 0) from cart_lines l join packs p on p.id = l.pack_id join carts c on c.id = l.cart_id
      where l.sweet_id = p_sweet and l.address_hash = p_address and l.held > 0 and l.expires_at > clock_timestamp() and l.cart_id <> p_cart
        and case when p_user is null then c.user_id is null else c.user_id is not null and is_counted_by_address(c.user_id) end)
    into v_limit, v_others from sweets s where s.id = p_sweet;
  -- Most holds are few packs: only for others is all that is held of the sweet added up.
  if v_others + p_units > v_limit then
    select greatest(v_limit, (s.quantity + coalesce(held.units, 0)) / case when p_user is null then 4 else 2 end) into v_limit
      from sweets s, (
        select sum(h.held * p.units) as units
        from (select pack_id, sum(held) as held from cart_lines where sweet_id = p_sweet and cart_lines.held > 0 group by pack_id) h
        join packs p on p.id = h.pack_id
      ) held where s.id = p_sweet;
  end if;
  return greatest(0, least(p_units, v_limit - v_others));
end $$;

-- Before a line holds nothing any more: its address is forgotten with the hold, whoever ends it.
-- Test: tests/domain/hold-limits.test.ts
create or replace function forget_address() returns trigger language plpgsql as $$
begin
  new.address_hash := null;
  return new;
end $$;
create or replace trigger forget_address before update on cart_lines for each row when (new.held = 0 and new.address_hash is not null)
  execute function forget_address();
