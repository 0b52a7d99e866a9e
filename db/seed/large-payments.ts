import type postgres from "postgres";
import type { Counted } from "./large";

/** The ledgers of the new orders, as their sums have them (see `planOrders` in large-plan.ts). */
export async function makePayments(tx: postgres.TransactionSql, counted: Counted) {
  // The orders have their sums already.
  await tx`alter table payments disable trigger user`;
  await counted(
    "payments",
    tx`
    insert into payments (order_id, method, amount, state, reference, reason, created_at, at, by_user_id)
    select o.id, o.payment_method, o.total, step.state,
           case when o.payment_method = 'upi' and step.state <> 'refunded' then (600000000000 + o.id)::text end,
           case when step.state = 'refunded' then case o.status when 'Completed' then 'Returned' else 'Order cancelled' end end, step.at, step.at, case when step.state = 'claimed' then o.user_id end
    from placed p join orders o on o.id = p.id
    join lateral (values
      ('claimed', o.created_at + interval '10 minutes', o.claimed > 0),
      ('received', case o.payment_method when 'upi' then o.created_at + interval '20 minutes' else o.updated_at end, o.received > 0),
      ('refunded', o.updated_at + interval '30 minutes', o.refunded > 0)
    ) step(state, at, applies) on step.applies
    order by o.id, step.at`,
  );
  await tx`alter table payments enable trigger user`;
}
