-- Packs: each takes `units` of its sweet's one stock. The default pack has the sweet's price and net weight, whichever of the two
-- is changed. Packs are changed under the lock of their sweet alone, so whoever
-- has locked the sweet reads them unchanged.

-- How a pack is called that nobody has named: by its weight, "250 g" or "1.5 kg", or as a piece.
-- Test: tests/domain/packs.test.ts
create or replace function pack_label(p_grams int) returns text language sql immutable as $$
  select case when p_grams is null then '1 piece'
              when p_grams < 1000 then p_grams || ' g'
              else trim_scale(p_grams / 1000.0) || ' kg' end
$$;

-- The pack of an order line: lines from before there were packs have none and are of the sweet's first pack.
-- Test: tests/domain/packs.test.ts
create or replace function line_pack(p_pack int, p_sweet int) returns int language sql stable as $$
  select coalesce(p_pack, (select min(id) from packs where sweet_id = p_sweet))
$$;

-- After an insert of sweets: each gets a default pack, which takes one unit unless the sweet says otherwise.
-- Test: tests/domain/packs.test.ts
create or replace function add_default_packs() returns trigger language plpgsql as $$
begin
  insert into packs (sweet_id, label, grams, units, price, is_default)
  select id, pack_label(net_weight_grams), net_weight_grams, default_units, price, true from added order by id;
  return null;
end $$;
create or replace trigger add_default_packs after insert on sweets referencing new table as added
  for each statement execute function add_default_packs();

-- After a change of a sweet's price or net weight, which are those of its default pack. A label that only says the weight follows it,
-- unless another pack has that label.
-- Test: tests/domain/packs.test.ts
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
create or replace trigger update_default_pack after update of price, net_weight_grams, default_units on sweets for each row
  when ((old.price, old.net_weight_grams, old.default_units) is distinct from (new.price, new.net_weight_grams, new.default_units))
  execute function update_default_pack();

-- After a change of packs: the sweet has the price, weight and units of its default pack, and the units of the largest on sale.
-- Test: tests/domain/packs.test.ts
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
create or replace trigger update_sweet_of_pack after insert or update or delete on packs for each row
  execute function update_sweet_of_pack();
