import postgres from "postgres";

/**
 * What a hold does to the database, in one statement: the limit that PostgreSQL sets for one hot sweet. It checks the stock and writes the
 * line, the sweet and the ledger, without the rules of packs, limits and expired holds. Only benchmarks have this function.
 */
const HOLD = `
create or replace function bench_hold(p_user int, p_sweet int) returns void language plpgsql as $$
declare
  v_cart int;
  v_pack packs%rowtype;
  v_stock int;
begin
  insert into carts (user_id) values (p_user) on conflict (user_id) do nothing;
  select id into v_cart from carts where user_id = p_user for no key update;
  select quantity into v_stock from sweets where id = p_sweet for no key update;
  select * into v_pack from packs where sweet_id = p_sweet and is_default;
  if v_stock < v_pack.units then raise exception 'sold out'; end if;
  insert into cart_lines as l (cart_id, sweet_id, pack_id, quantity, held, expires_at)
    values (v_cart, p_sweet, v_pack.id, 1, 1, now() + interval '15 minutes')
    on conflict (cart_id, pack_id) do update set quantity = l.quantity + 1, held = l.held + 1, expires_at = excluded.expires_at;
  update sweets set quantity = quantity - v_pack.units where id = p_sweet;
  insert into stock_ledger (sweet_id, delta, reason, user_id, cart_id) values (p_sweet, -v_pack.units, 'hold', p_user, v_cart);
end $$`;

/** Puts `bench_hold(user, sweet)` into a database. */
export async function addHoldFunction(database: string): Promise<void> {
  const sql = postgres(database, { max: 1, onnotice: () => {} });
  await sql.unsafe(HOLD);
  await sql.end();
}
