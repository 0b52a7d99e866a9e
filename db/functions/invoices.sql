-- Invoices and credit notes: what keeps them as they were issued (lib/invoices/commands.ts issues them).

-- What was issued stays as it was issued. Only a person's name and address can be removed, and the reason that the owner has typed.
-- Test: tests/domain/invoices.test.ts
create or replace function protect_invoices() returns trigger language plpgsql as $$
declare
  v_person constant text[] := '{buyer_name,buyer_address,reason}';
begin
  -- A line has no person: the columns are looked at in a document only.
  if tg_op = 'UPDATE' and tg_table_name = 'invoices' then
    if to_jsonb(new) - v_person = to_jsonb(old) - v_person
      and coalesce(new.buyer_name, old.buyer_name) is not distinct from old.buyer_name
      and coalesce(new.buyer_address, old.buyer_address) is not distinct from old.buyer_address
      and coalesce(new.reason, old.reason) is not distinct from old.reason then
      return new;
    end if;
  end if;
  raise exception 'an issued document cannot be changed' using errcode = 'check_violation', constraint = 'invoices_protected';
end $$;
create or replace trigger protect_invoices before update or delete on invoices for each row execute function protect_invoices();
create or replace trigger protect_invoice_lines before update or delete on invoice_lines for each row
  execute function protect_invoices();
