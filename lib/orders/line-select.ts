import { sql } from "drizzle-orm";
import { orderLines } from "@/db/schema";
import { ONE_PIECE } from "@/lib/catalogue/packs";

/**
 * What an order's line sold, as `withPack` writes it: "Kaju Katli, 250 g". A line from before there were packs has its name alone. The
 * table is written out because in a select of one table Drizzle names columns without theirs.
 */
export const lineName = sql<string>`(coalesce(nullif(${orderLines}.name, ''), 'Product ' || ${orderLines}.sweet_id)
  || case when ${orderLines}.pack_label <> ${sql.raw(`'${ONE_PIECE}'`)} then ', ' || ${orderLines}.pack_label else '' end)`;
