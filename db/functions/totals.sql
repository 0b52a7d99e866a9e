-- Totals of orders by day and status and of packs sold by sweet: maintained by triggers, so that lists and reports never
-- read all orders.
--
-- Locks: order_totals in the order of its key, then sweet_sales in the order of its key. Every transaction that writes both
-- takes them in this order.

-- Adds to the totals of a day and status. Eight shards, by connection: buyers who order at the same time rarely meet in a row.
-- Test: tests/domain/totals.test.ts
create or replace function add_order_totals(p_day date, p_status text, p_orders int, p_total bigint) returns void language sql as $$
  insert into order_totals as t (day, status, shard, orders, total) values (p_day, p_status, pg_backend_pid() % 8, p_orders, p_total)
  on conflict on constraint order_totals_day_status_shard_pk do update set orders = t.orders + excluded.orders, total = t.total + excluded.total
$$;

-- The shop's calendar day of a moment.
-- Test: tests/domain/totals.test.ts
create or replace function kolkata_day(p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'Asia/Kolkata')::date
$$;

-- After an insert of orders: one pass a statement.
-- Test: tests/domain/totals.test.ts
create or replace function orders_after_insert() returns trigger language plpgsql as $$
begin
  perform add_order_totals(day, status, orders, total) from (
    select kolkata_day(created_at) as day, status, count(*)::int as orders, sum(total)::bigint as total from added group by 1, 2 order by 1, 2
  ) d;
  return null;
end $$;
create or replace trigger orders_after_insert after insert on orders referencing new table as added
  for each statement execute function orders_after_insert();

-- After a change of an order's status, total or time.
-- Test: tests/domain/totals.test.ts
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
create or replace trigger update_order_totals after update of status, total, created_at on orders for each row
  when ((old.status, old.total, old.created_at) is distinct from (new.status, new.total, new.created_at))
  execute function update_order_totals();

-- After an insert of order lines: one pass a statement.
-- Test: tests/domain/totals.test.ts
create or replace function order_lines_after_insert() returns trigger language plpgsql as $$
begin
  insert into sweet_sales as s (sweet_id, units, grams)
  select l.sweet_id, sum(l.quantity), coalesce(sum(l.quantity * l.grams::bigint), 0) from added l join orders o on o.id = l.order_id where o.status <> 'Cancelled'
  group by l.sweet_id order by l.sweet_id
  on conflict (sweet_id) do update set units = s.units + excluded.units, grams = s.grams + excluded.grams;
  return null;
end $$;
create or replace trigger order_lines_after_insert after insert on order_lines referencing new table as added
  for each statement execute function order_lines_after_insert();

-- After a change of order lines, in which an order that is not cancelled gets more or fewer packs: one pass a statement.
-- Test: tests/domain/totals.test.ts
create or replace function order_lines_after_update() returns trigger language plpgsql as $$
begin
  insert into sweet_sales as s (sweet_id, units, grams)
  select l.sweet_id, sum(sign * l.quantity), coalesce(sum(sign * l.quantity * l.grams::bigint), 0)
  from (select 1 as sign, * from added union all select -1, * from removed) l join orders o on o.id = l.order_id
  where o.status <> 'Cancelled' group by l.sweet_id having sum(sign * l.quantity) <> 0 order by l.sweet_id
  on conflict (sweet_id) do update set units = s.units + excluded.units, grams = s.grams + excluded.grams;
  return null;
end $$;
create or replace trigger order_lines_after_update after update on order_lines referencing old table as removed new table as added
  for each statement execute function order_lines_after_update();

-- After lines have left an order that is not cancelled: one pass a statement.
-- Test: tests/domain/totals.test.ts
create or replace function order_lines_after_delete() returns trigger language plpgsql as $$
begin
  insert into sweet_sales as s (sweet_id, units, grams)
  select l.sweet_id, -sum(l.quantity), -coalesce(sum(l.quantity * l.grams::bigint), 0)
  from removed l join orders o on o.id = l.order_id where o.status <> 'Cancelled'
  group by l.sweet_id order by l.sweet_id
  on conflict (sweet_id) do update set units = s.units + excluded.units, grams = s.grams + excluded.grams;
  return null;
end $$;
create or replace trigger order_lines_after_delete after delete on order_lines referencing old table as removed
  for each statement execute function order_lines_after_delete();
