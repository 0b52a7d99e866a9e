-- Settings: sections of what the owner decides, saved whole and in versions.

-- Saves a section and records the change. p_version: the version that the editor has read, 0 for the defaults.
-- Locks: the settings, after orders in progress: what is saved holds for every order that is placed later.
-- outcome: ok (version: the new one) | stale (version: the current one)
-- Test: tests/domain/settings.test.ts
create or replace function save_settings(
  p_section text, p_version int, p_value jsonb, p_by int, out outcome text, out version int
) language plpgsql as $$
declare
  v_row settings%rowtype;
begin
  perform pg_advisory_xact_lock(7411986);
  select * into v_row from settings s where s.section = p_section;
  version := coalesce(v_row.version, 0);
  if version <> p_version then outcome := 'stale'; return; end if;
  version := version + 1;
  insert into settings as s (section, version, value) values (p_section, save_settings.version, p_value)
  on conflict on constraint settings_pkey do update
    set version = excluded.version, value = excluded.value, updated_at = now();
  insert into settings_history (section, version, from_value, to_value, by_user_id)
  values (p_section, save_settings.version, v_row.value, p_value, p_by);
  outcome := 'ok';
end $$;

-- After a change of the settings every page is rendered again: each shows the footer at least.
-- Test: tests/domain/settings.test.ts
create or replace function notify_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', '{"settings": true}');
  return null;
end $$;
create or replace trigger notify_settings_changed after insert or update or delete on settings
  for each statement execute function notify_settings_changed();
