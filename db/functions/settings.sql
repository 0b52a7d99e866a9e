-- Settings: sections of what the owner decides, saved whole and in versions (lib/settings/commands.ts).

-- After a change of the settings every page is rendered again: each shows the footer at least.
-- Test: tests/domain/settings.test.ts
create or replace function notify_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', '{"settings": true}');
  return null;
end $$;
create or replace trigger notify_settings_changed after insert or update or delete on settings
  for each statement execute function notify_settings_changed();
