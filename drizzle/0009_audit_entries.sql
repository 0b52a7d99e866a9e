CREATE VIEW "public"."audit_entries" AS (
    select id * 4 as id, at, by_kind, by_id, by_name, action, noun, noun_id, text, changes
    from audit_log
    union all
    select h.id * 4 + 1, h.at, case u.role when 'key' then 'key' else 'staff' end, u.id, u.name, 'set status', 'orders', h.order_id::text, null,
      jsonb_build_object('status', jsonb_build_array(h.from_status, h.to_status))
    from order_status_history h join users u on u.id = h.by_user_id and u.role <> 'customer'
    union all
    select c.id * 4 + 2, c.at, case u.role when 'key' then 'key' else 'staff' end, u.id, u.name,
      case c.field when 'slot' then 'move' else 'correct' end, 'orders', c.order_id::text, null,
      jsonb_build_object(c.field, case c.field when 'slot' then jsonb_build_array(c.from_text, c.to_text) else '[null, null]'::jsonb end)
    from order_corrections c join users u on u.id = c.by_user_id and u.role <> 'customer'
    union all
    select s.id * 4 + 3, s.at, case u.role when 'key' then 'key' else 'staff' end, u.id, u.name, 'save',
      case when s.section in ('pause', 'notice', 'windows', 'festivals') then 'opening' else 'settings' end, s.section, null,
      jsonb_build_object(s.section, jsonb_build_array(s.from_value, s.to_value))
    from settings_history s join users u on u.id = s.by_user_id and u.role <> 'customer'
);