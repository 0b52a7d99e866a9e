set local check_function_bodies = off;
--> statement-breakpoint
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
--> statement-breakpoint
create or replace function follow_merged(p_merged int[]) returns void language sql as $$
  update messages m set merged_into = s.merged_into from messages s
  where s.id = m.merged_into
    and m.id in (select id from messages where merged_into = any(p_merged) order by id for update skip locked)
$$;
--> statement-breakpoint
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
--> statement-breakpoint
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
