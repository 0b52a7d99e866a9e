set local check_function_bodies = off;
--> statement-breakpoint
create or replace function notify_pack_availability() returns trigger language plpgsql as $$
begin
  if exists (select from packs where sweet_id = new.id and active
    and (old.quantity >= units * new.minimum_quantity) <> (new.quantity >= units * new.minimum_quantity)) then
    perform notify_pages(new.id, new.slug, array[new.category]);
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger notify_pack_availability after update on sweets for each row
  when (old.quantity <> new.quantity and least(old.quantity, new.quantity) < new.largest_units * new.minimum_quantity)
  execute function notify_pack_availability();
