-- Accounts.

-- A new role ends every session and reset link: what was issued for the old role must not open the new one.
-- Locks: the user's sessions and reset links.
-- Test: tests/domain/accounts.test.ts ("after a change of role, whoever made it")
create or replace function end_sessions_on_role_change() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  delete from password_resets where user_id = new.id;
  return null;
end $$;
create or replace trigger end_sessions_on_role_change after update of role on users for each row
  when (old.role <> new.role) execute function end_sessions_on_role_change();
