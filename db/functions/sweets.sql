-- Sweets: what must follow every write to a sweet, whoever makes it: the counts that lists show, the searchable words, and
-- the notification that makes every instance render the sweet's pages again.
--
-- Triggers of one event fire in the order of their names: update_search_words before update_sweet_counts. Words are locked
-- before counts everywhere, so that edits and inserts at the same time do not deadlock.

-- Changes the number of sweets of one kind (category, featured, gift box).
-- Locks: the row of sweet_counts.
-- Test: tests/domain/catalogue.test.ts ("counts")
create or replace function add_sweet_count(p_sweet sweets, p_by int) returns void language sql as $$
  insert into sweet_counts values (p_sweet.category, p_sweet.featured, p_sweet.gift_box, 0) on conflict do nothing;
  update sweet_counts set sweets = sweets + p_by
  where category = p_sweet.category and featured = p_sweet.featured and gift_box = p_sweet.gift_box
$$;

-- Tells the listeners which sweet changed; they work out which pages show it.
-- Test: tests/domain/catalogue.test.ts ("editing")
create or replace function notify_pages(p_id int, p_slug text, p_categories text[]) returns void language sql as $$
  select pg_notify('pages', json_build_object('id', p_id, 'slug', p_slug, 'categories', p_categories)::text)
$$;

-- After an insert of one sweet, or of ten thousand by a seed: one pass a statement. Above 20 sweets, one notification
-- means all pages.
-- Locks: words in alphabetical order, then rows of sweet_counts in the order of their key.
-- Test: tests/domain/catalogue.test.ts ("counts")
create or replace function sweets_after_insert() returns trigger language plpgsql as $$
begin
  perform index_search_words(string_agg(distinct name || ' ' || category, ' '), string_agg(distinct description, ' ')) from added;
  insert into sweet_counts as c (category, featured, gift_box, sweets)
  select category, featured, gift_box, count(*) from added where deleted_at is null group by 1, 2, 3 order by 1, 2, 3
  on conflict on constraint sweet_counts_category_featured_gift_box_pk do update set sweets = c.sweets + excluded.sweets;
  if (select count(*) from added) > 20 then
    perform pg_notify('pages', '{}');
  else
    perform notify_pages(id, slug, array[category]) from added;
  end if;
  return null;
end $$;
create or replace trigger sweets_after_insert after insert on sweets referencing new table as added
  for each statement execute function sweets_after_insert();

-- After a change of a sweet's kind, its deletion or restoration.
-- Locks: the rows of sweet_counts of both kinds in the order of their key, so that two sweets that exchange their kinds at
-- the same time do not deadlock.
-- Test: tests/domain/catalogue.test.ts ("counts")
create or replace function update_sweet_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.category, old.featured, old.gift_box, old.deleted_at is null)
      = (new.category, new.featured, new.gift_box, new.deleted_at is null) then return null; end if;
    perform 1 from sweet_counts
      where (category, featured, gift_box) in ((old.category, old.featured, old.gift_box), (new.category, new.featured, new.gift_box))
      order by category, featured, gift_box for no key update;
  end if;
  if tg_op <> 'INSERT' and old.deleted_at is null then perform add_sweet_count(old, -1); end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then perform add_sweet_count(new, 1); end if;
  return null;
end $$;
create or replace trigger update_sweet_counts after update of category, featured, gift_box, deleted_at or delete on sweets
  for each row execute function update_sweet_counts();

-- After a change that a static page shows.
-- Test: tests/domain/catalogue.test.ts ("editing")
create or replace function notify_sweet_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform notify_pages(old.id, old.slug, array[old.category]);
  else
    perform notify_pages(new.id, new.slug, array[old.category, new.category]);
  end if;
  return null;
end $$;

-- After a change of the stock that is now, or was, less than the least that is sold of the largest pack: of the stock, pages say only which
-- packs are in stock or sold out; the numbers are read live.
-- Test: tests/domain/catalogue.test.ts ("editing"), tests/domain/packs.test.ts
create or replace function notify_pack_availability() returns trigger language plpgsql as $$
begin
  if exists (select from packs where sweet_id = new.id and active
    and (old.quantity >= units * new.minimum_quantity) <> (new.quantity >= units * new.minimum_quantity)) then
    perform notify_pages(new.id, new.slug, array[new.category]);
  end if;
  return null;
end $$;
create or replace trigger notify_pack_availability after update on sweets for each row
  when (old.quantity <> new.quantity and least(old.quantity, new.quantity) < new.largest_units * new.minimum_quantity)
  execute function notify_pack_availability();

create or replace trigger notify_sweet_changed after update on sweets for each row
  when (old.version <> new.version
    or (old.deleted_at is null) <> (new.deleted_at is null)
    or (old.name, old.slug, old.description, old.price, old.category) is distinct from
       (new.name, new.slug, new.description, new.price, new.category)
    or (old.image_id, old.image_alt, old.featured, old.sugar_free, old.gift_box) is distinct from
       (new.image_id, new.image_alt, new.featured, new.sugar_free, new.gift_box))
  execute function notify_sweet_changed();
create or replace trigger notify_sweet_deleted after delete on sweets for each row execute function notify_sweet_changed();
