set local check_function_bodies = off;
--> statement-breakpoint
create or replace trigger end_sessions_on_role_change after update of role, staff, active on users for each row
  when (old.role <> new.role or old.staff <> new.staff or old.active <> new.active) execute function end_sessions_on_role_change();
