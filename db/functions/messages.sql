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
