set local check_function_bodies = off;
--> statement-breakpoint
drop function if exists purchase(p_user integer, p_sweet integer, p_quantity integer, OUT outcome text, OUT available integer, OUT order_id integer);
--> statement-breakpoint
drop function if exists place_order(p_user integer, p_channel text, p_sweets integer[], p_quantities integer[], p_prices bigint[], p_recipient text, p_address text, p_phone text, p_notes text, p_gift_wrap boolean, p_gift_wrap_paise bigint, p_message text, p_checkout boolean, p_settings bigint, p_method text, p_pincode text, p_area_name text, p_area_kind text, p_fee bigint, p_free_from bigint, p_minimum bigint, p_slot_date date, p_slot_from text, p_slot_to text, p_capacity integer, p_prep_minutes integer, OUT outcome text, OUT order_id integer, OUT created_at timestamp with time zone, OUT total bigint, OUT sweet_ids integer[], OUT prices bigint[], OUT available integer[], OUT line_ids bigint[], OUT names text[], OUT quantities integer[], OUT slugs text[], OUT image_ids text[], OUT delivery_fee bigint, OUT shelf_lives integer[]);
--> statement-breakpoint
create or replace function next_invoice_number(p_prefix text, p_year text) returns int language sql as $$
  insert into invoice_series as s (prefix, year, last) values (p_prefix, p_year, 1)
  on conflict (prefix, year) do update set last = s.last + 1 returning last
$$;
--> statement-breakpoint
create or replace function protect_invoices() returns trigger language plpgsql as $$
declare
  v_person constant text[] := '{buyer_name,buyer_address,reason}';
begin
  -- A line has no person: the columns are looked at in a document only.
  if tg_op = 'UPDATE' and tg_table_name = 'invoices' then
    if to_jsonb(new) - v_person = to_jsonb(old) - v_person
      and coalesce(new.buyer_name, old.buyer_name) is not distinct from old.buyer_name
      and coalesce(new.buyer_address, old.buyer_address) is not distinct from old.buyer_address
      and coalesce(new.reason, old.reason) is not distinct from old.reason then
      return new;
    end if;
  end if;
  raise exception 'an issued document cannot be changed' using errcode = 'check_violation', constraint = 'invoices_protected';
end $$;
--> statement-breakpoint
create or replace trigger protect_invoices before update or delete on invoices for each row execute function protect_invoices();
--> statement-breakpoint
create or replace trigger protect_invoice_lines before update or delete on invoice_lines for each row
  execute function protect_invoices();
--> statement-breakpoint
create or replace function is_message_on(p_kind text) returns boolean language sql stable as $$
  select coalesce((select (value ->> p_kind)::boolean from settings where section = 'messages'), true)
$$;
--> statement-breakpoint
create or replace function is_sold_out(p_sweet sweets) returns boolean language sql stable as $$
  select p_sweet.quantity = 0 and p_sweet.deleted_at is null
    and not exists (select from cart_lines where sweet_id = p_sweet.id and held > 0)
$$;
--> statement-breakpoint
create or replace function add_message(
  p_kind text, p_event text, p_order int default null, p_payment int default null, p_enquiry int default null
) returns void language sql as $$
  insert into messages (kind, event, order_id, payment_id, enquiry_id)
  select p_kind, p_event, p_order, p_payment, p_enquiry where is_message_on(p_kind)
  on conflict (event) do nothing
$$;
--> statement-breakpoint
create or replace function add_status_message() returns trigger language plpgsql as $$
declare
  v_kind text := case new.to_status when 'Shipped' then 'order_shipped' when 'Completed' then 'order_completed'
                                    when 'Cancelled' then 'order_cancelled' end;
begin
  if new.from_status is null and new.to_status = 'Pending' then
    perform add_message(kind, format('%s:%s', kind, new.order_id), new.order_id)
    from (values ('order_received'), ('new_order')) k(kind)
    where (select channel from orders where id = new.order_id) <> 'counter';
  elsif v_kind is not null then
    perform add_message(v_kind, format('%s:%s', v_kind, new.id), new.order_id)
    where (select channel from orders where id = new.order_id) <> 'counter';
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger add_status_message after insert on order_status_history for each row execute function add_status_message();
--> statement-breakpoint
create or replace function add_window_message() returns trigger language plpgsql as $$
begin
  perform add_message('window_changed', format('window_changed:%s', new.id), new.order_id);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger add_window_message after insert on order_corrections for each row when (new.field = 'slot')
  execute function add_window_message();
--> statement-breakpoint
create or replace function add_payment_message() returns trigger language plpgsql as $$
declare
  v_kind text := case new.state when 'claimed' then 'upi_claimed' when 'received' then 'payment_received'
                                when 'failed' then 'payment_rejected' when 'refunded' then 'refund' end;
begin
  perform add_message(v_kind, format('%s:%s', v_kind, new.id), new.order_id, new.id)
  where (select channel from orders where id = new.order_id) <> 'counter';
  return null;
end $$;
--> statement-breakpoint
create or replace trigger add_payment_message after insert on payments for each row execute function add_payment_message();
--> statement-breakpoint
create or replace trigger add_settled_message after update of state on payments for each row when (old.state <> new.state)
  execute function add_payment_message();
--> statement-breakpoint
create or replace function add_enquiry_messages() returns trigger language plpgsql as $$
begin
  perform add_message(kind, format('%s:%s', kind, new.id), null, null, new.id)
  from (values ('enquiry_received'), ('new_enquiry')) k(kind);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger add_enquiry_messages after insert on enquiries for each row execute function add_enquiry_messages();
--> statement-breakpoint
create or replace function place_order(
  p_user int, p_channel text, p_sweets int[], p_quantities int[], p_prices bigint[], p_recipient text, p_address text,
  p_phone text, p_notes text, p_gift_wrap boolean, p_gift_wrap_paise bigint, p_message text, p_checkout boolean,
  p_settings bigint default null, p_method text default null, p_pincode text default null, p_area_name text default null,
  p_area_kind text default null, p_fee bigint default 0, p_free_from bigint default null, p_minimum bigint default null,
  p_slot_date date default null, p_slot_from text default null, p_slot_to text default null, p_capacity int default null,
  p_prep_minutes int default null, p_payment text default 'cod', p_cod_up_to bigint default null,
  out outcome text, out order_id int, out created_at timestamptz, out total bigint, out sweet_ids int[], out prices bigint[],
  out available int[], out line_ids bigint[], out names text[], out quantities int[], out slugs text[], out image_ids text[],
  out delivery_fee bigint, out shelf_lives int[]
) language plpgsql as $$
declare
  v_cart int;
  v_line record;
  v_line_id bigint;
begin
  -- Instances of the version before send no settings.
  if p_settings is not null and not are_settings_current(p_settings) then outcome := 'settings_changed'; return; end if;
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

  if p_method = 'courier' then
    select array_agg(s.id order by s.id) into place_order.sweet_ids from sweets s where s.id = any(p_sweets) and not s.travels;
    if place_order.sweet_ids is not null then outcome := 'blocked'; return; end if;
  end if;
  if place_order.total < p_minimum then outcome := 'below_minimum'; return; end if;
  delivery_fee := case when place_order.total >= p_free_from then 0 else p_fee end;
  total := place_order.total + case when p_gift_wrap then p_gift_wrap_paise else 0 end + delivery_fee;
  if place_order.total > p_cod_up_to then outcome := 'cod_unavailable'; return; end if;
  if p_slot_date is not null then
    select array_agg(s.id order by s.id) into place_order.sweet_ids
      from sweets s where s.id = any(p_sweets) and s.prep_hours * 60 >= p_prep_minutes;
    if place_order.sweet_ids is not null or p_prep_minutes <= 0 then outcome := 'too_late'; return; end if;
    if not take_place(p_slot_date, p_slot_from, pool_of(p_method), coalesce(p_capacity, 0)) then outcome := 'slot_full'; return; end if;
  end if;

  insert into orders (user_id, channel, total, gift_wrap, personal_message, recipient_name, delivery_address, phone_number, notes,
                      method, pincode, area_name, area_kind, delivery_fee, slot_date, slot_from, slot_to, payment_method)
  values (p_user, p_channel, place_order.total,
          p_gift_wrap, p_message, p_recipient, p_address, p_phone, p_notes,
          p_method, p_pincode, p_area_name, p_area_kind, place_order.delivery_fee, p_slot_date, p_slot_from, p_slot_to, p_payment)
  returning orders.id, orders.created_at, orders.total into place_order.order_id, place_order.created_at, place_order.total;
  insert into order_status_history (order_id, to_status, by_user_id) values (place_order.order_id, 'Pending', p_user);

  for v_line in
    select w.sweet_id, w.quantity, s.name, s.price, s.slug, s.image_id, s.shelf_life_days, least(coalesce(l.held, 0), w.quantity)::int as from_hold, l.quantity as in_cart
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
    shelf_lives := shelf_lives || v_line.shelf_life_days;
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

  insert into messages (kind, event, order_id, sweet_id)
    select 'sold_out', format('sold_out:%s:%s', place_order.order_id, s.id), place_order.order_id, s.id
    from sweets s where s.id = any(p_sweets) and is_sold_out(s) and is_message_on('sold_out') order by s.id;

  if p_checkout and v_cart is not null then
    -- Lines of deleted sweets hold nothing and cannot be bought: they are removed with the checkout.
    delete from cart_lines l using sweets s where l.cart_id = v_cart and s.id = l.sweet_id and s.deleted_at is not null;
    update carts set gift_wrap = false, personal_message = '', checkout_key = gen_random_uuid(), updated_at = now() where id = v_cart;
  end if;
end $$;
--> statement-breakpoint
create or replace function purchase(
  p_user int, p_sweet int, p_quantity int, p_method text default 'cash',
  out outcome text, out available int, out order_id int
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
  insert into orders (user_id, channel, status, total, payment_method)
    values (p_user, 'counter', 'Completed', v_sweet.price * p_quantity, p_method)
    returning id into order_id;
  insert into order_lines (order_id, sweet_id, name, price, quantity)
    values (purchase.order_id, p_sweet, v_sweet.name, v_sweet.price, p_quantity);
  insert into order_status_history (order_id, from_status, to_status, by_user_id)
    values (purchase.order_id, null, 'Pending', p_user), (purchase.order_id, 'Pending', 'Completed', p_user);
  insert into payments (order_id, method, amount, state, by_user_id)
    values (purchase.order_id, p_method, v_sweet.price * p_quantity, 'received', p_user);
  perform move_stock(p_sweet, -p_quantity, 'purchase', p_user, order_id);
  insert into messages (kind, event, order_id, sweet_id)
    select 'sold_out', format('sold_out:%s:%s', purchase.order_id, s.id), purchase.order_id, s.id
    from sweets s where s.id = p_sweet and is_sold_out(s) and is_message_on('sold_out');
  available := available - p_quantity;
  outcome := 'ok';
end $$;
--> statement-breakpoint
create or replace function payment_state(p_total bigint, p_received bigint, p_refunded bigint, p_claimed bigint)
returns text language sql immutable as $$
  select case
    when p_refunded > 0 and p_refunded = p_received then 'refunded'
    when p_refunded > 0 then 'part_refunded'
    when p_received >= p_total then 'paid'
    when p_claimed > 0 then 'claimed'
    when p_received > 0 then 'part_paid'
    else 'unpaid' end
$$;
--> statement-breakpoint
create or replace function update_order_payments() returns trigger language plpgsql as $$
declare
  v_sums record;
begin
  select coalesce(sum(amount) filter (where state = 'received'), 0)::bigint as received,
         coalesce(sum(amount) filter (where state = 'received' and not above_due), 0)::bigint as received_in_bounds,
         coalesce(sum(amount) filter (where state = 'refunded'), 0)::bigint as refunded,
         coalesce(sum(amount) filter (where state = 'claimed'), 0)::bigint as claimed
    into v_sums from payments where order_id = new.order_id;
  update orders set received = v_sums.received, refunded = v_sums.refunded, claimed = v_sums.claimed,
      payment_state = payment_state(total, v_sums.received, v_sums.refunded, v_sums.claimed), updated_at = now()
    where id = new.order_id;
  if v_sums.received_in_bounds > (select total from orders where id = new.order_id) then
    raise exception 'more than the total of the order' using errcode = 'check_violation', constraint = 'payments_above_due';
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger update_order_payments after insert or update of state on payments for each row
  execute function update_order_payments();
--> statement-breakpoint
create or replace function protect_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.order_id, new.method, new.amount, new.created_at) is distinct from (old.order_id, old.method, old.amount, old.created_at)
    or (new.state <> old.state and not (old.state = 'claimed' and new.state in ('received', 'failed'))) then
    raise exception 'an entry of the payments cannot be changed' using errcode = 'check_violation', constraint = 'payments_protected';
  end if;
  return new;
end $$;
--> statement-breakpoint
create or replace trigger protect_payments before update or delete on payments for each row execute function protect_payments();
