import type postgres from "postgres";

/**
 * Adds half the default pack to each sweet of the table `made` whose default pack takes two units, and twice of it to every other
 * one of these.
 */
export const addPacks = (tx: postgres.TransactionSql) => tx`
  insert into packs (sweet_id, label, grams, units, price)
  select s.id, pack_label(p.grams), p.grams, p.units, p.price
  from made m join sweets s on s.id = m.id and s.default_units = 2
  join lateral (values (s.net_weight_grams / 2, 1, 100 * ceil(s.price * 0.0053)::bigint), (s.net_weight_grams * 2, 4, s.price * 19 / 10)) p(grams, units, price)
    on p.units = 1 or m.n % 2 = 0
  order by s.id, p.units`;

/** Adds a second pack of a sweet to every seventh line or so of the table `basket`. */
export const addFurtherPacks = (tx: postgres.TransactionSql) => tx`
  insert into basket (n, sweet_id, pack_id, quantity)
  select b.n, b.sweet_id, k.id, 1 + b.n % 3 from basket b join packs k on k.sweet_id = b.sweet_id and not k.is_default and k.id % 7 = b.n % 7`;
