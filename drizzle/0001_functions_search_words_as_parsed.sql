set local check_function_bodies = off;
--> statement-breakpoint
create or replace function search_query(p_text text, out query tsquery, out direct tsquery) language plpgsql stable as $$
declare
  v_word text;
  v_found text;
  v_synonyms text;
  v_queries text[];
  v_direct text[];
begin
  for v_word in select word from split_words(left(p_text, 200)) word order by length(word) desc, word limit 8 loop
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
      -- Transposed letters ('bafri') leave too few common trigrams.
      if v_found is null and length(v_word) > 2 then
        select string_agg(quote_literal(word), ' | ') into v_found from (
          select word from search_words
          where in_name and left(word, 1) = left(v_word, 1) and length(word) between length(v_word) - 2 and length(v_word) + 2
            and levenshtein_less_equal(word, v_word, 3) <= case when length(v_word) < 8 then 2 else 3 end
          order by levenshtein(word, v_word), word limit 3
        ) w;
      end if;
    end if;
    select string_agg('(' || (select string_agg(quote_literal(w) || ':*', ' & ') from split_words(means) w) || ')', ' | ')
      into v_synonyms from search_synonyms where word = v_word;
    if v_found is null and v_synonyms is null then return; end if;
    v_queries := v_queries || ('(' || concat_ws(' | ', v_found, v_synonyms) || ')');
    v_direct := v_direct || ('(' || v_found || ')');
  end loop;
  -- Parsed as the sweets' texts are: of '9e8kaju' the parser makes a number and a word.
  query := to_tsquery('simple', array_to_string(v_queries, ' & '));
  if array_position(v_direct, null) is null then direct := to_tsquery('simple', array_to_string(v_direct, ' & ')); end if;
end $$;
--> statement-breakpoint
create or replace function update_search_words() returns trigger language plpgsql as $$
declare
  v_old text[];
  v_new text[] := '{}';
begin
  if (old.name, old.category, old.description, old.deleted_at is null)
    = (new.name, new.category, new.description, new.deleted_at is null) then return null; end if;
  v_old := array(select split_words(concat_ws(' ', old.name, old.category, old.description)));
  if new.deleted_at is null then v_new := array(select split_words(concat_ws(' ', new.name, new.category, new.description))); end if;
  -- A transaction that is adding one of these words has committed after this lock, or waits for this one: the check below
  -- then sees its sweet.
  perform 1 from search_words where word = any(v_old || v_new) order by word for update;
  if new.deleted_at is null then perform index_search_words(new.name || ' ' || new.category, new.description); end if;
  delete from search_words w where word = any(v_old) and word <> all(v_new) and not exists (
    select 1 from sweets where deleted_at is null and search @@ to_tsquery('simple', quote_literal(w.word) || ':*'));
  return null;
end $$;
