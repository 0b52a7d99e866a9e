-- Accounts.

-- A new role, or another kind of staff, ends every session and reset link, and every invitation that this person has made, and so does
-- switching somebody off: what was issued for or with the old rights must not open anything by the new ones.
-- Locks: the user's sessions, reset links and invitations.
-- Test: tests/domain/accounts.test.ts ("after a change of role, whoever made it")
create or replace function end_sessions_on_role_change() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  delete from password_resets where user_id = new.id;
  delete from invitations where made_by = new.id;
  return null;
end $$;
create or replace trigger end_sessions_on_role_change after update of role, staff, active on users for each row
  when (old.role <> new.role or old.staff <> new.staff or old.active <> new.active) execute function end_sessions_on_role_change();
