set local check_function_bodies = off;
--> statement-breakpoint
create or replace function searchable_words(p_name text, p_category text, p_description text, p_featured boolean, p_gift_box boolean)
returns table (word text, named boolean) language sql immutable as $$
  select word, bool_or(named) from (
    select word, true as named from split_words(p_name) word
    union all select word, false from split_words(p_category || ' ' || p_description) word
    union all values ('=' || p_category, true), (case when p_featured then '=featured' else '=not featured' end, true)
    union all select '=gift boxes', true where p_gift_box
  ) w group by word
$$;
--> statement-breakpoint
create or replace function computed_search_sets() returns table (word text, block int, sweets bit(2048), named bit(2048)) language sql stable as $$
  select word, id / 2048, bit_or(set_bit(0::bit(2048), id % 2048, 1)), bit_or(set_bit(0::bit(2048), id % 2048, named::int))
  from sweets, searchable_words(name, category, description, featured, gift_box) where deleted_at is null group by 1, 2
$$;
--> statement-breakpoint
create or replace function fill_search_sets() returns void language plpgsql as $$
begin
  lock table search_sets in exclusive mode;
  delete from search_sets;
  insert into search_sets (word, block, sweets, named) select word, block, sweets, named from computed_search_sets();
end $$;
--> statement-breakpoint
create or replace function update_search_sets() returns trigger language plpgsql as $$
declare
  v_bit int := old.id % 2048;
begin
  if tg_op = 'UPDATE' then
    if (old.name, old.category, old.description, old.featured, old.gift_box, old.deleted_at is null)
      = (new.name, new.category, new.description, new.featured, new.gift_box, new.deleted_at is null) then return null; end if;
  end if;
  insert into search_sets as s (word, block, sweets, named)
  select word, old.id / 2048, set_bit(0::bit(2048), v_bit, (now.named is not null)::int), set_bit(0::bit(2048), v_bit, coalesce(now.named, false)::int)
  from (
    select * from searchable_words(old.name, old.category, old.description, old.featured, old.gift_box) where old.deleted_at is null
  ) was full join (
    select * from searchable_words(new.name, new.category, new.description, new.featured, new.gift_box)
    where tg_op = 'UPDATE' and new.deleted_at is null
  ) now using (word)
  where was.named is distinct from now.named order by word
  on conflict (word, block) do update set sweets = set_bit(s.sweets, v_bit, get_bit(excluded.sweets, v_bit)),
    named = set_bit(s.named, v_bit, get_bit(excluded.named, v_bit));
  delete from search_sets where block = old.id / 2048 and sweets = 0::bit(2048)
    and word = any(array(select word from searchable_words(old.name, old.category, old.description, old.featured, old.gift_box)));
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_search_sets after update of name, description, category, featured, gift_box, deleted_at or delete on sweets
  for each row execute function update_search_sets();
--> statement-breakpoint
create or replace function ids_in_block(p_block int, p_sweets bit(2048)) returns setof int language sql immutable as $$
  select p_block * 2048 + piece * 64 + n from generate_series(0, 31) piece, generate_series(0, 63) n
  where substring(p_sweets from piece * 64 + 1 for 64) <> 0::bit(64) and get_bit(p_sweets, piece * 64 + n) = 1
$$;
--> statement-breakpoint
create or replace function search_terms(p_text text)
returns table (typed int, direct boolean, alternative int, low text, high text) language plpgsql stable as $$
declare
  v_word text;
  v_means text;
  -- After every word that begins alike, and after the word itself only.
  v_all constant text := chr(1114111);
  v_one constant text := chr(1);
begin
  typed := 0;
  for v_word in select word from split_words(left(p_text, 200)) word order by length(word) desc, word limit 8 loop
    typed := typed + 1;
    direct := true;
    alternative := 0;
    if exists (select 1 from search_words where word ~>=~ v_word and word ~<~ (v_word || v_all)) then
      low := v_word; high := v_word || v_all;
      return next;
    else
      for low in
        select word from (
          select word, similarity(word, v_word) as near, max(similarity(word, v_word)) over () as nearest
          from search_words where in_name and word % v_word
        ) w where near >= nearest - 0.1 order by near desc, word limit 3
      loop
        alternative := alternative + 1; high := low || v_one;
        return next;
      end loop;
      -- Transposed letters ('bafri') leave too few common trigrams.
      if alternative = 0 and length(v_word) > 2 then
        for low in
          select word from search_words
          where in_name and left(word, 1) = left(v_word, 1) and length(word) between length(v_word) - 2 and length(v_word) + 2
            and levenshtein_less_equal(word, v_word, 3) <= case when length(v_word) < 8 then 2 else 3 end
          order by levenshtein(word, v_word), word limit 3
        loop
          alternative := alternative + 1; high := low || v_one;
          return next;
        end loop;
      end if;
      if alternative = 0 then
        low := null; high := null;
        return next;
      end if;
    end if;
    direct := false;
    for v_means in select means from search_synonyms where word = v_word loop
      alternative := alternative + 1;
      for low in select split_words(v_means) loop
        high := low || v_all;
        return next;
      end loop;
    end loop;
  end loop;
  -- A text without a word.
  if typed = 0 then
    direct := true; alternative := 0;
    return next;
  end if;
end $$;
--> statement-breakpoint
create or replace function search_matches(p_text text, p_kinds text[]) returns table (rank int, block int, sweets bit(2048)) language sql stable as $$
  with terms as materialized (
    select typed, direct, alternative, low, high from search_terms(p_text)
    union all
    select 100 + n, true, 0, kind, kind || chr(1) from unnest(p_kinds) with ordinality k(kind, n)
  ), of_term as (
    select typed, direct, alternative, block, bit_or(sweets) as sweets, bit_or(named) as named
    from terms join search_sets on word >= low and word < high group by typed, direct, alternative, low, block
  ), of_alternative as (
    select typed, direct, block, bit_and(sweets) as sweets, bit_and(named) as named from of_term o group by typed, direct, alternative, block
    having count(*) = (select count(*) from terms t where t.typed = o.typed and t.alternative = o.alternative)
  ), of_typed as (
    select block, bit_or(sweets) as sweets, bit_or(named) as named,
      coalesce(bit_or(sweets) filter (where direct), 0::bit(2048)) as direct,
      coalesce(bit_or(named) filter (where direct), 0::bit(2048)) as direct_named
    from of_alternative group by typed, block
  ), of_text as (
    select block, bit_and(sweets) as sweets, bit_and(named) as named, bit_and(direct) as direct, bit_and(direct_named) as direct_named
    from of_typed group by block having count(*) = (select count(distinct typed) from terms)
  )
  select r.rank, block, r.sweets from of_text, lateral (values
    (1, direct_named), (2, direct & ~direct_named), (3, named & ~direct), (4, sweets & ~named & ~direct)
  ) r(rank, sweets) where r.sweets <> 0::bit(2048)
$$;
--> statement-breakpoint
create or replace function search_page(p_text text, p_kinds text[], p_limit bigint, p_offset bigint, out total int, out ids int[])
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  with matches as materialized (
    select rank, block, sweets, bit_count(sweets) as size from search_matches(p_text, p_kinds)
  ), placed as (
    select *, sum(size) over (order by rank, block desc) - size as before from matches
  ), rows_of_page as materialized (
    select * from placed where before < p_offset + p_limit and before + size > p_offset
  )
  select (select coalesce(sum(size), 0) from matches), array(
    select id from rows_of_page, ids_in_block(block, sweets) id order by rank, block desc, id desc
    limit p_limit offset p_offset - (select min(before) from rows_of_page))
  into total, ids;
end $$;
--> statement-breakpoint
create or replace function search_ids(p_text text, p_kinds text[]) returns int[] language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return array(select id from search_matches(p_text, p_kinds), ids_in_block(block, sweets) id order by id);
end $$;
--> statement-breakpoint
create or replace function sweets_after_insert() returns trigger language plpgsql as $$
begin
  insert into search_sets as s (word, block, sweets, named)
  select word, id / 2048, bit_or(set_bit(0::bit(2048), id % 2048, 1)), bit_or(set_bit(0::bit(2048), id % 2048, named::int))
  from added, searchable_words(name, category, description, featured, gift_box) where deleted_at is null group by 1, 2 order by 1, 2
  on conflict (word, block) do update set sweets = s.sweets | excluded.sweets, named = s.named | excluded.named;
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
