import postgres from "postgres";

/** A name and an address for each kind of public page, on this database. */
export async function publicPages(databaseUrl: string): Promise<Record<string, string>> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    // One of the catalogue's own sweets: it has its photograph.
    const [sweet] = await sql`select slug from sweets where image_id is not null and sample order by id limit 1`;
    return {
      home: "/home",
      list: "/products",
      "list of a category, sorted, page 2": "/products?category=Cakes&sort=price:asc&page=2",
      product: `/products/${sweet?.slug}`,
      categories: "/categories",
      about: "/about",
      contact: "/contact",
      faq: "/faq",
      "custom orders": "/custom-orders",
      privacy: "/privacy",
      terms: "/terms",
      returns: "/returns",
      cookies: "/cookies",
    };
  } finally {
    await sql.end();
  }
}

async function spreadSweets(databaseUrl: string, count: number): Promise<{ id: number; slug: string }[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    return await sql`select id, slug from sweets where deleted_at is null order by id % 997, id limit ${count}`;
  } finally {
    await sql.end();
  }
}

/** Ids of sweets spread over the whole catalogue. */
export const someSweets = async (databaseUrl: string, count: number): Promise<number[]> =>
  (await spreadSweets(databaseUrl, count)).map(({ id }) => id);

/** Words in the addresses of sweets that are spread over the whole catalogue. */
export const someSlugs = async (databaseUrl: string, count: number): Promise<string[]> =>
  (await spreadSweets(databaseUrl, count)).map(({ slug }) => slug);

/** The id of an order in the midst of all. */
export async function someOrder(databaseUrl: string): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    const [order] = await sql`select id from orders where id >= (select max(id) / 2 from orders) order by id limit 1`;
    return order?.id;
  } finally {
    await sql.end();
  }
}
