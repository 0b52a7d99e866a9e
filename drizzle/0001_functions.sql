-- The functions and triggers of db/functions. First those of the former db/functions.sql are dropped, in a database that has them: an
-- instance that old must be stopped before, since it calls them. Without its note in `settings` it refuses to start again.
delete from settings where name = 'functions.sql';
--> statement-breakpoint
drop trigger if exists sweets_inserted on sweets;
drop trigger if exists sweet_counted_anew on sweets;
drop trigger if exists sweet_renamed on sweets;
drop trigger if exists sweet_edited on sweets;
drop trigger if exists sweet_removed on sweets;
drop trigger if exists role_changed on users;
drop trigger if exists orders_inserted on orders;
drop trigger if exists order_counted_anew on orders;
drop trigger if exists order_lines_inserted on order_lines;
--> statement-breakpoint
drop function if exists release_sweet(int);
drop function if exists lock_cart(int, text);
drop function if exists drop_begun_cart(int);
drop function if exists place_order(int, text, int[], int[], bigint[], text, text, text, text, boolean, bigint, text, boolean);
drop function if exists set_order_status(int, text, int, int);
drop function if exists order_json(int);
drop function if exists order_json(orders);
drop function if exists iso(timestamptz);
drop function if exists words_of(text);
drop function if exists learn_words(text, text);
drop function if exists count_sweet(sweets, int);
drop function if exists sweets_inserted();
drop function if exists sweet_counted_anew();
drop function if exists sweet_renamed();
drop function if exists sweet_shown_anew();
drop function if exists role_changed();
drop function if exists count_orders(date, text, int, bigint);
drop function if exists day_of(timestamptz);
drop function if exists orders_inserted();
drop function if exists order_counted_anew();
drop function if exists order_lines_inserted();
--> statement-breakpoint
set local check_function_bodies = off;
--> statement-breakpoint
create or replace function end_sessions_on_role_change() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  delete from password_resets where user_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger end_sessions_on_role_change after update of role on users for each row
  when (old.role <> new.role) execute function end_sessions_on_role_change();
--> statement-breakpoint
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
--> statement-breakpoint
create or replace function delete_new_cart(p_cart int) returns void language sql as $$
  delete from carts c where id = p_cart and not gift_wrap and personal_message = ''
    and not exists (select 1 from cart_lines where cart_id = c.id)
$$;
--> statement-breakpoint
create or replace function hold_line(
  p_user int, p_token text, p_sweet int, p_quantity int, p_add int, p_minutes double precision, p_limit int,
  out outcome text, out available int, out quantity int, out expires_at timestamptz, out items_count int,
  out cart_id int, out renewed boolean
) language plpgsql as $$
declare
  v_created boolean;
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
  select * into v_line from cart_lines l where l.cart_id = hold_line.cart_id and l.sweet_id = p_sweet;
  v_line.quantity := coalesce(v_line.quantity, 0);
  v_line.held := coalesce(v_line.held, 0);
  v_wanted := coalesce(p_quantity, v_line.quantity + p_add);
  v_need := v_wanted - v_line.held;
  -- Holds that have expired since the last run of the job are free, this shopper's own too.
  if v_need > v_stock and release_expired_holds(p_sweet) > 0 then
    select s.quantity, coalesce(l.held, 0) into v_stock, v_line.held
      from sweets s left join cart_lines l on l.cart_id = hold_line.cart_id and l.sweet_id = s.id where s.id = p_sweet;
    v_need := v_wanted - v_line.held;
  end if;
  -- A reduction is never refused: as many units are held as there are.
  if p_quantity < v_line.quantity then v_need := least(v_need, v_stock); end if;
  select coalesce(sum(l.quantity), 0) into v_other from cart_lines l where l.cart_id = hold_line.cart_id and l.sweet_id <> p_sweet;

  if v_need > v_stock then
    outcome := 'short';
    available := greatest(0, v_stock + v_line.held - v_line.quantity);
    if v_created then perform delete_new_cart(cart_id); end if;
    return;
  end if;
  if v_wanted > v_line.quantity and ((p_user is null and v_other + v_wanted > p_limit) or v_wanted > 100000) then
    outcome := 'full';
    if v_created then perform delete_new_cart(cart_id); end if;
    return;
  end if;

  perform move_stock(p_sweet, -v_need, case when v_need > 0 then 'hold' else 'release' end, p_user, null, cart_id);
  if v_wanted = 0 then
    delete from cart_lines l where l.cart_id = hold_line.cart_id and l.sweet_id = p_sweet;
  else
    if v_line.held + v_need > 0 then
      -- To the millisecond, as the column stores it: this response equals what a later read of the cart returns.
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
create or replace function join_carts(p_user int, p_token text) returns void language plpgsql as $$
declare
  v_own int;
  v_visitor int;
  v_line record;
begin
  perform 1 from carts where token_hash = p_token;
  if not found then return; end if;
  select cart into v_own from lock_cart(p_user, null);
  select id into v_visitor from carts where token_hash = p_token for update;
  if v_visitor is null then return; end if;
  perform 1 from sweets where id in (select sweet_id from cart_lines where cart_id = v_visitor) order by id for no key update;
  for v_line in select * from cart_lines where cart_id = v_visitor order by sweet_id loop
    insert into cart_lines as l (cart_id, sweet_id, quantity, held, expires_at, created_at)
    values (v_own, v_line.sweet_id, v_line.quantity, v_line.held, v_line.expires_at, v_line.created_at)
    on conflict on constraint cart_lines_cart_id_sweet_id_pk do update
      set quantity = l.quantity + excluded.quantity, held = l.held + excluded.held,
          expires_at = greatest(l.expires_at, excluded.expires_at);
  end loop;
  update carts own
    set gift_wrap = own.gift_wrap or visitor.gift_wrap,
        personal_message = case when own.personal_message = '' then visitor.personal_message else own.personal_message end
    from carts visitor where own.id = v_own and visitor.id = v_visitor;
  delete from cart_lines where cart_id = v_visitor;
  delete from carts where id = v_visitor;
end $$;
--> statement-breakpoint
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
--> statement-breakpoint
create or replace function place_order(
  p_user int, p_channel text, p_sweets int[], p_quantities int[], p_prices bigint[], p_recipient text, p_address text,
  p_phone text, p_notes text, p_gift_wrap boolean, p_gift_wrap_paise bigint, p_message text, p_checkout boolean,
  out outcome text, out order_id int, out created_at timestamptz, out total bigint, out sweet_ids int[], out prices bigint[],
  out available int[], out line_ids bigint[], out names text[], out quantities int[], out slugs text[], out image_ids text[]
) language plpgsql as $$
declare
  v_cart int;
  v_line record;
  v_line_id bigint;
begin
  select id into v_cart from carts where user_id = p_user for no key update;
  perform 1 from sweets s where s.id = any(p_sweets) order by s.id for no key update;

  for v_try in 1..2 loop
    with wanted as (
      select sweet_id, sum(quantity) as quantity, min(price) as price
      from unnest(p_sweets, p_quantities, p_prices) as i(sweet_id, quantity, price) group by sweet_id
    ), checked as (
      select w.sweet_id, w.quantity, w.price as shown, s.price, s.quantity + coalesce(l.held, 0) as free,
             s.id is null as gone
      from wanted w
      left join sweets s on s.id = w.sweet_id and s.deleted_at is null
      left join cart_lines l on l.cart_id = v_cart and l.sweet_id = w.sweet_id
    ), result as (
      select case when bool_or(gone) then 'unavailable'
                  when bool_or(shown < price) then 'price_changed'
                  when bool_or(quantity > free) then 'short' else 'ok' end as outcome,
             sum(price * quantity) as total
      from checked
    )
    select r.outcome, r.total, d.sweet_ids, d.prices, d.available
    into place_order.outcome, place_order.total, place_order.sweet_ids, place_order.prices, place_order.available
    from result r left join lateral (
      select array_agg(c.sweet_id order by c.sweet_id) as sweet_ids,
             case r.outcome when 'price_changed' then array_agg(c.price order by c.sweet_id) end as prices,
             case r.outcome when 'short' then array_agg(c.free order by c.sweet_id) end as available
      from checked c
      where r.outcome = 'price_changed' or (r.outcome = 'unavailable' and c.gone) or (r.outcome = 'short' and c.quantity > c.free)
    ) d on r.outcome <> 'ok';
    exit when outcome <> 'short' or v_try = 2;
    -- Holds that have expired since the last run of the job are free.
    perform release_expired_holds(id) from unnest(p_sweets) id;
  end loop;
  if outcome <> 'ok' then return; end if;

  insert into orders (user_id, channel, total, gift_wrap, personal_message, recipient_name, delivery_address, phone_number, notes)
  values (p_user, p_channel, place_order.total + case when p_gift_wrap then p_gift_wrap_paise else 0 end, p_gift_wrap, p_message,
          p_recipient, p_address, p_phone, p_notes)
  returning orders.id, orders.created_at, orders.total into place_order.order_id, place_order.created_at, place_order.total;
  insert into order_status_history (order_id, to_status, by_user_id) values (place_order.order_id, 'Pending', p_user);

  for v_line in
    select w.sweet_id, w.quantity, s.name, s.price, s.slug, s.image_id, least(coalesce(l.held, 0), w.quantity)::int as from_hold, l.quantity as in_cart
    from (select sweet_id, sum(quantity)::int as quantity from unnest(p_sweets, p_quantities) as i(sweet_id, quantity) group by sweet_id) w
    join sweets s on s.id = w.sweet_id
    left join cart_lines l on l.cart_id = v_cart and l.sweet_id = w.sweet_id
    order by w.sweet_id
  loop
    insert into order_lines (order_id, sweet_id, name, price, quantity)
    values (place_order.order_id, v_line.sweet_id, v_line.name, v_line.price, v_line.quantity)
    returning id into v_line_id;
    line_ids := line_ids || v_line_id;
    sweet_ids := sweet_ids || v_line.sweet_id;
    names := names || v_line.name;
    prices := prices || v_line.price;
    quantities := quantities || v_line.quantity;
    slugs := slugs || v_line.slug;
    image_ids := image_ids || v_line.image_id;
    -- The ledger records the whole sale; the held units are released to stock first, at the same moment.
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
    -- Lines of deleted sweets hold nothing and cannot be bought: they are removed with the checkout.
    delete from cart_lines l using sweets s where l.cart_id = v_cart and s.id = l.sweet_id and s.deleted_at is not null;
    update carts set gift_wrap = false, personal_message = '', checkout_key = gen_random_uuid(), updated_at = now() where id = v_cart;
  end if;
end $$;
--> statement-breakpoint
create or replace function purchase(
  p_user int, p_sweet int, p_quantity int, out outcome text, out available int, out order_id int
) language plpgsql as $$
declare
  v_sweet sweets%rowtype;
begin
  select * into v_sweet from sweets where id = p_sweet and deleted_at is null for no key update;
  if not found then outcome := 'missing'; return; end if;
  available := v_sweet.quantity;
  if p_quantity > available and release_expired_holds(p_sweet) > 0 then
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
--> statement-breakpoint
create or replace function set_order_status(
  p_order int, p_to text, p_by int, p_owner int, out outcome text, out sweet_ids int[], out available int[]
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
    perform 1 from sweets s where s.id in (select sweet_id from order_lines where order_id = p_order) order by s.id for no key update;
    if v_returned then
      for v_try in 1..2 loop
        select array_agg(s.id order by s.id), array_agg(s.quantity order by s.id)
          into set_order_status.sweet_ids, set_order_status.available
          from order_lines l join sweets s on s.id = l.sweet_id where l.order_id = p_order and s.quantity < l.quantity;
        exit when set_order_status.sweet_ids is null or v_try = 2;
        -- Holds that have expired since the last run of the job are free.
        perform release_expired_holds(id) from unnest(set_order_status.sweet_ids) id;
      end loop;
      if set_order_status.sweet_ids is not null then outcome := 'short'; return; end if;
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
--> statement-breakpoint
create or replace function split_words(p_text text) returns setof text language sql immutable as $$
  select distinct left(word, 60)
  from regexp_split_to_table(lower(p_text), '[^[:alnum:]\u0300-\u036f\u0900-\u0963\u0966-\u0dff]+') word where word <> ''
$$;
--> statement-breakpoint
create or replace function search_query(p_text text, out query tsquery, out direct tsquery) language plpgsql stable as $$
declare
  v_word text;
  v_found text;
  v_synonyms text;
  v_query text;
  v_direct text;
  v_differs boolean := false;
  v_unknown boolean := false;
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
    v_query := coalesce(v_query || ' & ', '') || '(' || concat_ws(' | ', v_found, v_synonyms) || ')';
    -- Nothing matches directly when one of the words is known to the synonyms only.
    v_unknown := v_unknown or v_found is null;
    v_differs := v_differs or v_synonyms is not null;
    v_direct := coalesce(v_direct || ' & ', '') || '(' || v_found || ')';
  end loop;
  query := v_query::tsquery;
  if v_differs and not v_unknown then direct := v_direct::tsquery; end if;
end $$;
--> statement-breakpoint
create or replace function index_search_words(p_name text, p_other text) returns void language sql as $$
  insert into search_words (word, in_name)
  select word, bool_or(in_name) from (
    select word, true as in_name from split_words(p_name) word union all select word, false from split_words(p_other) word
  ) w group by word order by word
  on conflict (word) do update set in_name = true where excluded.in_name and not search_words.in_name
$$;
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
    select 1 from sweets where deleted_at is null and search @@ (quote_literal(w.word) || ':*')::tsquery);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_search_words after update of name, description, category, deleted_at on sweets
  for each row execute function update_search_words();
--> statement-breakpoint
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
--> statement-breakpoint
create or replace function restock(p_sweet int, p_units int, p_user int) returns int language plpgsql as $$
begin
  perform 1 from sweets where id = p_sweet and deleted_at is null for no key update;
  if not found then return null; end if;
  perform move_stock(p_sweet, p_units, 'restock', p_user);
  return (select quantity from sweets where id = p_sweet);
end $$;
--> statement-breakpoint
create or replace function release_expired_holds(p_sweet int) returns int language plpgsql as $$
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
--> statement-breakpoint
create or replace function add_sweet_count(p_sweet sweets, p_by int) returns void language sql as $$
  insert into sweet_counts values (p_sweet.category, p_sweet.featured, p_sweet.gift_box, 0) on conflict do nothing;
  update sweet_counts set sweets = sweets + p_by
  where category = p_sweet.category and featured = p_sweet.featured and gift_box = p_sweet.gift_box
$$;
--> statement-breakpoint
create or replace function notify_pages(p_id int, p_slug text, p_categories text[]) returns void language sql as $$
  select pg_notify('pages', json_build_object('id', p_id, 'slug', p_slug, 'categories', p_categories)::text)
$$;
--> statement-breakpoint
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
--> statement-breakpoint
create or replace trigger sweets_after_insert after insert on sweets referencing new table as added
  for each statement execute function sweets_after_insert();
--> statement-breakpoint
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
--> statement-breakpoint
create or replace trigger update_sweet_counts after update of category, featured, gift_box, deleted_at or delete on sweets
  for each row execute function update_sweet_counts();
--> statement-breakpoint
create or replace function notify_sweet_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform notify_pages(old.id, old.slug, array[old.category]);
  else
    perform notify_pages(new.id, new.slug, array[old.category, new.category]);
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger notify_sweet_changed after update on sweets for each row
  when (old.version <> new.version or (old.quantity > 0) <> (new.quantity > 0)
    or (old.deleted_at is null) <> (new.deleted_at is null)
    or (old.name, old.slug, old.description, old.price, old.category) is distinct from
       (new.name, new.slug, new.description, new.price, new.category)
    or (old.image_id, old.image_alt, old.featured, old.sugar_free, old.gift_box) is distinct from
       (new.image_id, new.image_alt, new.featured, new.sugar_free, new.gift_box))
  execute function notify_sweet_changed();
--> statement-breakpoint
create or replace trigger notify_sweet_deleted after delete on sweets for each row execute function notify_sweet_changed();
--> statement-breakpoint
create or replace function add_order_totals(p_day date, p_status text, p_orders int, p_total bigint) returns void language sql as $$
  insert into order_totals as t (day, status, shard, orders, total) values (p_day, p_status, pg_backend_pid() % 8, p_orders, p_total)
  on conflict on constraint order_totals_day_status_shard_pk do update set orders = t.orders + excluded.orders, total = t.total + excluded.total
$$;
--> statement-breakpoint
create or replace function kolkata_day(p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'Asia/Kolkata')::date
$$;
--> statement-breakpoint
create or replace function orders_after_insert() returns trigger language plpgsql as $$
begin
  perform add_order_totals(day, status, orders, total) from (
    select kolkata_day(created_at) as day, status, count(*)::int as orders, sum(total)::bigint as total from added group by 1, 2 order by 1, 2
  ) d;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger orders_after_insert after insert on orders referencing new table as added
  for each statement execute function orders_after_insert();
--> statement-breakpoint
create or replace function update_order_totals() returns trigger language plpgsql as $$
begin
  perform add_order_totals(day, status, orders, total) from (values
    (kolkata_day(old.created_at), old.status, -1, -old.total), (kolkata_day(new.created_at), new.status, 1, new.total)
  ) d(day, status, orders, total) order by day, status;
  if (old.status = 'Cancelled') <> (new.status = 'Cancelled') then
    insert into sweet_sales as s (sweet_id, units)
    select sweet_id, case when new.status = 'Cancelled' then -quantity else quantity end from order_lines
    where order_id = new.id order by sweet_id
    on conflict (sweet_id) do update set units = s.units + excluded.units;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_order_totals after update of status, total, created_at on orders for each row
  when ((old.status, old.total, old.created_at) is distinct from (new.status, new.total, new.created_at))
  execute function update_order_totals();
--> statement-breakpoint
create or replace function order_lines_after_insert() returns trigger language plpgsql as $$
begin
  insert into sweet_sales as s (sweet_id, units)
  select l.sweet_id, sum(l.quantity) from added l join orders o on o.id = l.order_id where o.status <> 'Cancelled'
  group by l.sweet_id order by l.sweet_id
  on conflict (sweet_id) do update set units = s.units + excluded.units;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger order_lines_after_insert after insert on order_lines referencing new table as added
  for each statement execute function order_lines_after_insert();
