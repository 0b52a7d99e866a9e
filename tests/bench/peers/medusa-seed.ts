// Fills an empty Medusa with the products of products.ts. Copied to its src/scripts/seed.ts; prints what the benchmark needs to know.
// @ts-nocheck: its packages are installed in Medusa's own folder only.
import fs from "node:fs";
import { Modules } from "@medusajs/framework/utils";
import {
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductCategoriesWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows";

const BATCH = 100;

export default async function seed({ container }) {
  const make = async (workflow, input) => (await workflow(container).run({ input })).result;
  const link = container.resolve("link");
  const query = container.resolve("query");
  const fulfillment = container.resolve(Modules.FULFILLMENT);

  const [channel] = await make(createSalesChannelsWorkflow, { salesChannelsData: [{ name: "Bench" }] });
  const [location] = await make(createStockLocationsWorkflow, {
    locations: [{ name: "Kitchen", address: { address_1: "12 Hill Road", city: "Mumbai", country_code: "in" } }],
  });
  const [store] = await container.resolve(Modules.STORE).listStores();
  await make(updateStoresWorkflow, {
    selector: { id: store.id },
    update: {
      supported_currencies: [{ currency_code: "inr", is_default: true }],
      default_sales_channel_id: channel.id,
      default_location_id: location.id,
    },
  });
  const [region] = await make(createRegionsWorkflow, {
    regions: [{ name: "India", currency_code: "inr", countries: ["in"], payment_providers: ["pp_system_default"] }],
  });
  await make(createTaxRegionsWorkflow, [{ country_code: "in", provider_id: "tp_system" }]);
  const [profile] = await make(createShippingProfilesWorkflow, { data: [{ name: "Bench", type: "default" }] });
  const set = await fulfillment.createFulfillmentSets({
    name: "Delivery",
    type: "shipping",
    service_zones: [{ name: "India", geo_zones: [{ country_code: "in", type: "country" }] }],
  });
  const stocked = { [Modules.STOCK_LOCATION]: { stock_location_id: location.id } };
  await link.create({ ...stocked, [Modules.FULFILLMENT]: { fulfillment_provider_id: "manual_manual" } });
  await link.create({ ...stocked, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } });
  const [option] = await make(createShippingOptionsWorkflow, [
    {
      name: "Standard",
      price_type: "flat",
      provider_id: "manual_manual",
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: "Standard", description: "In two days.", code: "standard" },
      prices: [{ currency_code: "inr", amount: 50 }],
      rules: [
        { attribute: "enabled_in_store", value: "true", operator: "eq" },
        { attribute: "is_return", value: "false", operator: "eq" },
      ],
    },
  ]);
  await make(linkSalesChannelsToStockLocationWorkflow, { id: location.id, add: [channel.id] });
  const [key] = await make(createApiKeysWorkflow, {
    api_keys: [{ title: "Bench", type: "publishable", created_by: "" }],
  });
  await make(linkSalesChannelsToApiKeyWorkflow, { id: key.id, add: [channel.id] });
  console.log(`MEDUSA_KEY=${key.token} MEDUSA_REGION=${region.id} MEDUSA_SHIPPING=${option.id}`);

  const products = JSON.parse(fs.readFileSync(process.env.PRODUCTS, "utf8"));
  const names = [...new Set(products.map(({ category }) => category))];
  const categories = await make(createProductCategoriesWorkflow, {
    product_categories: names.map((name) => ({ name, is_active: true })),
  });
  for (let from = 0; from < products.length; from += BATCH) {
    const made = await make(createProductsWorkflow, {
      products: products.slice(from, from + BATCH).map(({ slug, name, description, price, category }) => ({
        title: name,
        handle: slug,
        description,
        status: "published",
        thumbnail: `http://localhost/pictures/${slug}.webp`,
        images: [{ url: `http://localhost/pictures/${slug}.webp` }],
        shipping_profile_id: profile.id,
        category_ids: [categories.find((one) => one.name === category).id],
        sales_channels: [{ id: channel.id }],
        options: [{ title: "Pack", values: ["Box"] }],
        variants: [
          {
            title: "Box",
            sku: slug,
            options: { Pack: "Box" },
            prices: [{ amount: price / 100, currency_code: "inr" }],
          },
        ],
      })),
    });
    const skus = made.flatMap(({ variants }) => variants.map(({ sku }) => sku));
    const { data } = await query.graph({ entity: "inventory_item", fields: ["id"], filters: { sku: skus } });
    await make(createInventoryLevelsWorkflow, {
      inventory_levels: data.map(({ id }) => ({
        location_id: location.id,
        stocked_quantity: 1_000_000,
        inventory_item_id: id,
      })),
    });
    console.log(`${from + made.length} products`);
  }
}
