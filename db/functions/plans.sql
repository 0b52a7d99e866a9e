-- Plans: what is made for a day (lib/stock).

-- Pages offer a choice of a day when the shop has a plan: with its first one, and without its last one, they are rendered again.
-- Test: tests/domain/planning-pages.test.ts
create or replace function notify_planning_changed() returns trigger language plpgsql as $$
begin
  if exists (select from changed)
    and (select count(*) from plans) = (case tg_op when 'INSERT' then (select count(*) from changed) else 0 end) then
    perform pg_notify('pages', '{"settings": true}');
  end if;
  return null;
end $$;
create or replace trigger notify_first_plan after insert on plans referencing new table as changed
  for each statement execute function notify_planning_changed();
create or replace trigger notify_last_plan after delete on plans referencing old table as changed
  for each statement execute function notify_planning_changed();
