import type postgres from "postgres";

/** How many times the places of the default windows a shop of so many orders has. */
const timesOf = (orders: number) => Math.max(1, Math.round(orders / 100_000));

/** The windows of the default settings: whether on Sundays, from, to, places. */
const windows = [
  [false, "10:00", "13:00", 30],
  [false, "13:00", "16:00", 30],
  [false, "16:00", "20:00", 30],
  [true, "10:00", "14:00", 20],
  [true, "14:00", "19:00", 20],
] as const;

/** Saves the settings of a shop that has more places than the default, unless the owner has saved some. */
export const saveWindows = (tx: postgres.TransactionSql, orders: number) => tx`
  insert into settings (section, version, value)
  select 'windows', 1, ${tx.json({
    bookableDays: 7,
    pickupCapacity: 30 * timesOf(orders),
    week: windows.flatMap(([sunday, from, to, places]) =>
      (sunday ? [7] : [1, 2, 3, 4, 5, 6]).map((weekday) => ({ weekday, from, to, capacity: places * timesOf(orders) })),
    ),
    dates: [],
  })}::jsonb where ${timesOf(orders)}::int > 1 on conflict do nothing`;

/**
 * Plans when each order is placed, how it is delivered and how far it has come, into the table `planned`. Up to 300 orders, in a
 * shop of more than 100,000 three for each thousand, are of the last two days and half of these are for today, so that the kitchen
 * has a full day whatever the number of orders is. Windows are those of the default settings with as many times the places, and no
 * more orders than places; who finds none has no window. Before the last 60 days nothing is known of a delivery, as of orders from
 * before there were windows.
 */
export async function planOrders(tx: postgres.TransactionSql, orders: number, customers: number) {
  const times = timesOf(orders);
  const days = Math.max(400, Math.round(orders / 2500));
  const recent = Math.min(300 * times, Math.floor(orders / 2));
  await tx`
    create temporary table planned on commit drop as
    with total as (
      select b.n, sum(b.quantity * k.price) as paise from basket b join packs k on k.id = b.pack_id group by 1
    ), dated as (
      select n, paise, n > ${orders}::int - ${recent}::int as recent, random() as outcome, random() < 0.1 as wrap, random() as how, random() as hour,
        random() as progress, 1 + floor(${customers}::int * power(random(), 2))::int as buyer,
        case when n > ${orders}::int - ${recent}::int then now() - (${orders}::int - n) * interval '2 days' / greatest(${recent}::int, 1)
             else now() - interval '2 days' - (${orders}::int - ${recent}::int - n) * ${days - 2}::int * interval '1 day' / greatest(${orders}::int - ${recent}::int, 1) end as at
      from total
    ), wanted as (
      select *,
        case when at < now() - interval '60 days' then null when how < 0.7 then 'delivery' when how < 0.85 then 'pickup' when how < 0.93 then 'courier' end as method,
        -- The older half of the recent ones is for today, the rest for the three days after it.
        case when not recent then kolkata_day(at) + 1
             else kolkata_day(now()) + case when at < now() - interval '1 day' then 0 else 1 + n % 3 end end as slot_date
      from dated
    ), chosen as (
      select w.*, s.slot_from, s.slot_to, s.capacity from wanted w left join lateral (
        select f as slot_from, t as slot_to, c * ${times}::int as capacity, row_number() over (order by f) as nr, count(*) over () as windows
        from (values (false, '10:00', '13:00', 30), (false, '13:00', '16:00', 30), (false, '16:00', '20:00', 30),
                     (true, '10:00', '14:00', 20), (true, '14:00', '19:00', 20)) v(sunday, f, t, c)
        where v.sunday = (extract(isodow from w.slot_date) = 7) and w.method in ('delivery', 'pickup')
      ) s on s.nr = 1 + floor(w.hour * s.windows)
    ), placed as (
      select *, case when row_number() over (partition by slot_date, slot_from, method order by n) <= case method when 'pickup' then ${30 * times}::int else capacity end
                     then slot_from end as window_from from chosen
    ), staged as (
      select *, case when window_from is null then null
                     when now() >= (slot_date + slot_to::time) at time zone 'Asia/Kolkata' then 'ended'
                     when now() >= (slot_date + slot_from::time) at time zone 'Asia/Kolkata' then 'started' else 'upcoming' end as stage,
             slot_date - kolkata_day(now()) as days from placed
    ), settled as (
      select *, case when outcome < 0.05 then 'Cancelled'
                     when stage is not null and days < 0 then 'Completed'
                     when stage = 'ended' and progress < 0.7 then 'Shipped'
                     when stage = 'started' and progress < 0.3 then 'Shipped'
                     when days = 0 and stage is not null then case when progress < 0.97 then 'Processing' else 'Pending' end
                     when at < now() - interval '6 days' then 'Completed'
                     when at < now() - interval '3 days' then 'Shipped'
                     when at < now() - interval '1 day' then 'Processing' else 'Pending' end as status from staged
    )
    select n, paise, at, outcome, pay_by,
      -- Who completes an order has its money, but for a few; one of a hundred is paid back; who pays by UPI mostly has before that.
      case when status = 'Cancelled' then case when pay_by = 'cod' or share >= 60 then 'none' when share < 50 then 'refunded' else 'received' end
           when status = 'Completed' then case when share = 50 then 'refunded' when pay_by = 'upi' or share < 97 then 'received' else 'none' end
           when pay_by = 'cod' then 'none'
           when status = 'Shipped' or share < 60 then 'received' when share < 75 then 'claimed' else 'none' end as paid, wrap, buyer, status, method, slot_date, window_from as slot_from, case when window_from is not null then slot_to end as slot_to,
      -- The fees of the default settings.
      case method when 'delivery' then case when paise >= 100000 then 0 else 4900 end when 'courier' then case when paise >= 300000 then 0 else 14900 end else 0 end as fee,
      case when status in ('Cancelled', 'Pending') then null
           when stage is null then case when recent and progress < 0.25 then now() - interval '3 hours' * progress end
           when days < 0 then (slot_date + slot_from::time) at time zone 'Asia/Kolkata' - interval '3 hours' * (1 - progress)
           when days = 0 and progress < case stage when 'ended' then 0.95 when 'started' then 0.75 else 0.3 end
             then least(now(), (slot_date + slot_from::time) at time zone 'Asia/Kolkata') - interval '3 hours' * (1 - progress) end as packed_at
    from settled, lateral (select case when n % 10 < 3 then 'upi' else 'cod' end as pay_by, n::bigint * 7919 % 100 as share) payer`;
}
