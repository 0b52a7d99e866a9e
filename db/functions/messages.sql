-- Messages: the outbox is written by triggers, in the transaction of the event. Each event has a name, which is stored once.

-- Whether the owner has left messages of this kind on.
-- Test: tests/domain/messages.test.ts
create or replace function is_message_on(p_kind text) returns boolean language sql stable as $$
  select coalesce((select (value ->> p_kind)::boolean from settings where section = 'messages'), true)
$$;

-- Whether nothing of a sweet is left: stock for none of its packs, and none in a cart.
-- Test: tests/domain/messages.test.ts
create or replace function is_sold_out(p_sweet sweets) returns boolean language sql stable as $$
  select p_sweet.quantity < p_sweet.largest_units and p_sweet.deleted_at is null
    and not exists (select from packs where sweet_id = p_sweet.id and active and units <= p_sweet.quantity)
    and not exists (select from cart_lines where sweet_id = p_sweet.id and held > 0)
$$;

-- Stores a message, unless its kind is off or its event is stored.
-- Test: tests/domain/messages.test.ts
create or replace function add_message(
  p_kind text, p_event text, p_order int default null, p_payment int default null, p_enquiry int default null
) returns void language sql as $$
  insert into messages (kind, event, order_id, payment_id, enquiry_id)
  select p_kind, p_event, p_order, p_payment, p_enquiry where is_message_on(p_kind)
  on conflict (event) do nothing
$$;

-- Whether an order was sold by the owner at the till, and so has no messages: the buyer was there. What a customer buys over the counter
-- by the API is picked up, and has the messages of any order.
-- Test: tests/domain/messages.test.ts
create or replace function is_till_sale(p_order int) returns boolean language sql stable as $$
  select channel = 'counter' and method is null from orders where id = p_order
$$;

-- After a change of an order's status.
-- Test: tests/domain/messages.test.ts
create or replace function add_status_message() returns trigger language plpgsql as $$
declare
  v_kind text := case new.to_status when 'Shipped' then 'order_shipped' when 'Completed' then 'order_completed'
                                    when 'Cancelled' then 'order_cancelled' end;
begin
  if new.from_status is null and new.to_status = 'Pending' then
    perform add_message(kind, format('%s:%s', kind, new.order_id), new.order_id)
    from (values ('order_received'), ('new_order')) k(kind)
    where not is_till_sale(new.order_id);
  elsif v_kind is not null then
    perform add_message(v_kind, format('%s:%s', v_kind, new.id), new.order_id)
    where not is_till_sale(new.order_id);
  end if;
  return null;
end $$;
create or replace trigger add_status_message after insert on order_status_history for each row execute function add_status_message();

-- After an order was moved to another window.
-- Test: tests/domain/messages.test.ts
create or replace function add_window_message() returns trigger language plpgsql as $$
begin
  perform add_message('window_changed', format('window_changed:%s', new.id), new.order_id);
  return null;
end $$;
create or replace trigger add_window_message after insert on order_corrections for each row when (new.field = 'slot')
  execute function add_window_message();

-- After a payment came to a new state. At the till there is no message.
-- Test: tests/domain/messages.test.ts
create or replace function add_payment_message() returns trigger language plpgsql as $$
declare
  v_kind text := case new.state when 'claimed' then 'upi_claimed' when 'received' then 'payment_received'
                                when 'failed' then 'payment_rejected' when 'refunded' then 'refund' end;
begin
  perform add_message(v_kind, format('%s:%s', v_kind, new.id), new.order_id, new.id)
  where not is_till_sale(new.order_id);
  return null;
end $$;
create or replace trigger add_payment_message after insert on payments for each row execute function add_payment_message();
create or replace trigger add_settled_message after update of state on payments for each row when (old.state <> new.state)
  execute function add_payment_message();

-- After an enquiry was stored.
-- Test: tests/domain/messages.test.ts
create or replace function add_enquiry_messages() returns trigger language plpgsql as $$
begin
  perform add_message(kind, format('%s:%s', kind, new.id), null, null, new.id)
  from (values ('enquiry_received'), ('new_enquiry')) k(kind);
  return null;
end $$;
create or replace trigger add_enquiry_messages after insert on enquiries for each row execute function add_enquiry_messages();

-- Counts a mail to a recipient, before the mail server gets it, for the last hour and the last day. Null when it was counted; else the moment
-- from which the limit that was reached allows the next one.
-- Locks: one for the recipient until the transaction ends, so that two that send at once do not pass the limit together.
-- Test: tests/domain/mail-limits.test.ts
create or replace function count_mail(p_recipient text, p_message int, p_attempt int, p_per_hour int, p_per_day int)
returns timestamptz language plpgsql as $$
declare
  v_until timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_recipient, 0));
  select max(s.at + l.span) into v_until
  from (values (p_per_hour, interval '1 hour'), (p_per_day, interval '1 day')) l(most, span)
  cross join lateral (
    select at from mail_sendings where recipient = p_recipient and at > now() - l.span order by at desc offset l.most - 1 limit 1
  ) s;
  if v_until is null then
    insert into mail_sendings (message_id, attempt, recipient) values (p_message, p_attempt, p_recipient)
    on conflict (message_id, attempt) do update set recipient = p_recipient, at = now();
  end if;
  return v_until;
end $$;

-- After these messages were merged into others: what had been merged into them goes with them.
-- Locks: rows of messages by their ids, without those that another transaction has locked, which deletes them.
-- Test: tests/domain/mail-limits.test.ts
create or replace function follow_merged(p_merged int[]) returns void language sql as $$
  update messages m set merged_into = s.merged_into from messages s
  where s.id = m.merged_into
    and m.id in (select id from messages where merged_into = any(p_merged) order by id for update skip locked)
$$;

-- Puts a message back that its recipient must not get before a moment, with all others that wait for this recipient. Of several about one
-- order the oldest stays and its mail says them all; so does the oldest of several receipts of enquiries.
-- Locks: the recipient's, which count_mail() holds in the same transaction; then rows of messages by their ids, without those that another
-- transaction has locked: these come here when they are taken.
-- Test: tests/domain/mail-limits.test.ts
create or replace function postpone_mails(p_message int, p_attempt int, p_email text, p_kinds text[], p_until timestamptz)
returns void language plpgsql as $$
declare
  v_merged int[];
begin
  update messages set state = 'waiting', attempts = attempts - 1, at = now(), next_attempt_at = p_until, postponed = true
  where id = p_message and attempts = p_attempt and state in ('sending', 'unknown');
  with waiting as materialized (
    select m.id, m.order_id from messages m
    left join orders o on o.id = m.order_id left join users u on u.id = o.user_id left join enquiries e on e.id = m.enquiry_id
    where m.state = 'waiting' and m.kind = any(p_kinds) and lower(coalesce(u.email, e.email)) = p_email
    order by m.id for update of m skip locked
  ), grouped as (
    select id, min(id) over (partition by order_id) as first_id from waiting
  ), changed as (
    update messages m set
      state = case when g.id = g.first_id then 'waiting' else 'handled' end, merged_into = nullif(g.first_id, g.id),
      at = now(), next_attempt_at = greatest(m.next_attempt_at, p_until), postponed = g.id = g.first_id
    from grouped g where m.id = g.id and (g.id <> g.first_id or m.next_attempt_at < p_until)
    returning m.id, m.merged_into
  )
  select array_agg(id) filter (where merged_into is not null) into v_merged from changed;
  perform follow_merged(v_merged);
end $$;

-- Decides how a message to the owner is sent that came with too many others in a minute: with all that wait for the owner, which are merged into
-- it, once a minute. False when the minute is not over: then all of them are put back until it is.
-- Locks: one for the owner's mails until the transaction ends; then rows of messages as postpone_mails() does.
-- Test: tests/domain/mail-digest.test.ts
create or replace function gather_for_owner(p_message int, p_attempt int, p_kinds text[]) returns boolean language plpgsql as $$
declare
  v_next timestamptz;
  v_merged int[];
begin
  perform pg_advisory_xact_lock(hashtextextended('owner', 0));
  select max(at) + interval '1 minute' into v_next from mail_sendings where recipient = 'owner' and at > now() - interval '1 minute';
  if v_next is null then
    insert into mail_sendings (message_id, attempt, recipient) values (p_message, p_attempt, 'owner')
    on conflict (message_id, attempt) do update set recipient = 'owner', at = now();
  else
    update messages set state = 'waiting', attempts = attempts - 1, at = now(), next_attempt_at = v_next, postponed = true
    where id = p_message and attempts = p_attempt and state in ('sending', 'unknown');
  end if;
  with due as materialized (
    select id from messages where state = 'waiting' and kind = any(p_kinds) and next_attempt_at <= now() order by id for update skip locked
  ), changed as (
    update messages m set
      state = case when v_next is null then 'handled' else 'waiting' end, merged_into = case when v_next is null then p_message end,
      at = now(), next_attempt_at = coalesce(v_next, m.next_attempt_at), postponed = v_next is not null
    from due where m.id = due.id
    returning m.id, m.merged_into
  )
  select array_agg(id) filter (where merged_into is not null) into v_merged from changed;
  perform follow_merged(v_merged);
  return v_next is null;
end $$;
