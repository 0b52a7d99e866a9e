// The shops that are compared: what each is asked for the same thing, and how its answer shows that it is the wanted one.
import type { Load } from "../measure";
import { searchPath } from "../parts/api";
import { orderingClients } from "../parts/orders";
import { someSweets } from "../routes";

/** What is measured, and what an answer's text must have for it to count. */
type Asked = { load: Load; proof: (text: string) => boolean };
export type Shop = { name: string; asks: Partial<Record<Kind, Asked>> };
export type Kind = "list" | "grouped list" | "product" | "search" | "order" | "page" | "category page";

/** Words that many names have, without typing errors: the peers do not forgive them. */
const words = ["kesar", "barfi", "pista", "katli", "badam", "halwa", "elaichi", "malai"];
/** Pages of twelve. */
const pages = [0, 1, 2, 3, 4];

/** An answer of JSON where `find` finds something; of GraphQL it has no errors. */
const json = (find: (answer: any) => unknown) => (text: string) => {
  const answer = JSON.parse(text);
  return !answer.errors && Boolean(find(answer));
};
const twelve = (items: any[], whole: (item: any) => boolean) => items.length === 12 && items.every(whole);
const order = { proof: json((answer) => answer) };
/** A list page shows at least twelve products. */
const cards = (text: string) => new Set(text.match(/href="\/products\/[^"?#]+"/g)).size >= 12;

/** The shop under measure, on a database of its own. */
export async function ourShop(url: string, database: string): Promise<Shop> {
  const complete = (item: any) =>
    item.name.length > 0 && item.price > 0 && item.isAvailable !== undefined && item.image !== undefined;
  const list = json(({ items }) => twelve(items, complete));
  const listing = { load: { url, paths: pages.map((page) => `/api/sweets?page=${page + 1}`) }, proof: list };
  const ids = await someSweets(database, 100);
  return {
    name: "ours",
    asks: {
      list: listing,
      "grouped list": listing,
      product: { load: { url, paths: ids.map((id) => `/api/sweets/${id}`) }, proof: json(complete) },
      search: { load: { url, paths: words.map(searchPath) }, proof: list },
      order: { ...order, load: { url, flow: { name: "mithaas", clients: await orderingClients(database) } } },
      page: { load: { url, paths: ["/products"] }, proof: cards },
      "category page": { load: { url, paths: ["/products?category=Cakes"] }, proof: cards },
    },
  };
}

async function answer(url: string, init?: RequestInit): Promise<any> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (response.status >= 300) throw new Error(`${url} answers ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** A Vendure that vendure.cjs has filled: its first shipping method and its payment method `dummy`. */
export async function vendureShop(url: string): Promise<Shop> {
  const price = "{ ... on SinglePrice { value } ... on PriceRange { min max } }";
  const items = `totalItems items { productId productVariantId productName slug inStock productAsset { preview } priceWithTax ${price} }`;
  const searching = (input: object) =>
    JSON.stringify({
      query: `query ($input: SearchInput!) { search(input: $input) { ${items} } }`,
      variables: { input: { take: 12, ...input } },
    });
  const one = (id: string) =>
    JSON.stringify({
      query:
        "query ($id: ID!) { product(id: $id) { id name slug description featuredAsset { preview } variants { id name sku stockLevel priceWithTax currencyCode } } }",
      variables: { id },
    });
  const load = (bodies: string[]): Load => ({
    url,
    clients: [{ headers: {}, requests: bodies.map((body) => ({ method: "POST", path: "/shop-api", body })) }],
  });
  const { data } = await answer(`${url}/shop-api`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: searching({ take: 100 }),
  });
  const products: { productId: string; productVariantId: string }[] = data.search.items;
  const list = json((found) =>
    twelve(
      found.data.search.items,
      (item) =>
        item.productName &&
        (item.priceWithTax.value ?? item.priceWithTax.min) > 0 &&
        item.inStock &&
        item.productAsset.preview,
    ),
  );
  return {
    name: "Vendure",
    asks: {
      // Ungrouped costs Vendure less, and is the same where each product has one variant.
      list: { load: load(pages.map((page) => searching({ skip: 12 * page }))), proof: list },
      "grouped list": {
        load: load(pages.map((page) => searching({ skip: 12 * page, groupByProduct: true }))),
        proof: list,
      },
      product: {
        load: load(products.map(({ productId }) => one(productId))),
        proof: json(
          (found) => found.data.product.variants[0].priceWithTax > 0 && found.data.product.featuredAsset.preview,
        ),
      },
      search: { load: load(words.map((term) => searching({ term }))), proof: list },
      order: {
        ...order,
        load: { url, flow: { name: "vendure", variants: products.map((product) => product.productVariantId) } },
      },
    },
  };
}

/** A Medusa that medusa-seed.ts has filled; `key` is its publishable key. */
export async function medusaShop(url: string, key: string): Promise<Shop> {
  const headers = { "x-publishable-api-key": key };
  const read = (path: string, body?: object) =>
    answer(url + path, {
      headers: { ...headers, "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
  const region: string = (await read("/store/regions")).regions[0].id;
  const { products } = await read("/store/products?limit=100&fields=id,variants.id");
  const { cart } = await read("/store/carts", { region_id: region, shipping_address: { country_code: "in" } });
  const shipping: string = (await read(`/store/shipping-options?cart_id=${cart.id}`)).shipping_options[0].id;
  const fields = `region_id=${region}&fields=id,title,handle,thumbnail,*variants.calculated_price,%2Bvariants.inventory_quantity`;
  const complete = ({ title, thumbnail, variants: [variant] }: any) =>
    title && thumbnail && variant.calculated_price.calculated_amount > 0 && variant.inventory_quantity > 0;
  const list = json((found) => twelve(found.products, complete));
  const ask = (paths: string[], proof: Asked["proof"]) => ({ load: { url, headers, paths }, proof });
  const listing = "/store/products?limit=12";
  return {
    name: "Medusa",
    asks: {
      list: ask(
        pages.map((page) => `${listing}&offset=${12 * page}&${fields}`),
        list,
      ),
      product: ask(
        products.map(({ id }: { id: string }) => `/store/products/${id}?${fields},description`),
        json(({ product }) => complete(product)),
      ),
      search: ask(
        words.map((word) => `${listing}&q=${word}&${fields}`),
        list,
      ),
      order: {
        ...order,
        load: {
          url,
          flow: {
            name: "medusa",
            variants: products.map((product: any) => product.variants[0].id),
            key,
            region,
            shipping,
          },
        },
      },
    },
  };
}

/** A NextFaster; `address` is of one of its list pages. */
export function nextFasterShop(address: string): Shop {
  const { origin, pathname } = new URL(address);
  const page = { load: { url: origin, paths: [pathname] }, proof: cards };
  return { name: "NextFaster", asks: { page, "category page": page } };
}

/** Throws unless every address that is going to be asked, or the first `most`, answers as wanted. */
export async function check({ name }: Shop, { load, proof }: Asked, most?: number) {
  const requests =
    load.clients?.[0]?.requests ?? (load.paths ?? []).map((path) => ({ method: "GET", path, body: undefined }));
  for (const { method, path, body } of requests.slice(0, most)) {
    const headers = { ...load.headers, ...(body !== undefined && { "content-type": "application/json" }) };
    const response = await fetch(load.url + path, { method, headers, body });
    const text = await response.text();
    if (response.status !== 200 || !proof(text))
      throw new Error(`${name}: ${path} answers ${response.status}: ${text.slice(0, 300)}`);
  }
}
