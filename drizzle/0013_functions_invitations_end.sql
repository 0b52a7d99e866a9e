set local check_function_bodies = off;
--> statement-breakpoint
create or replace function end_sessions_on_role_change() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  delete from password_resets where user_id = new.id;
  delete from invitations where made_by = new.id;
  return null;
end $$;
