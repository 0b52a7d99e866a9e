// Vendure as @vendure/create sets it up for production, without e-mail and dashboard. Copied to a folder where it is installed:
//   node vendure.cjs seed (with PRODUCTS, the file of products.ts) | server | worker
// @ts-nocheck: its packages are installed in that folder only.
const fs = require("node:fs");
const path = require("node:path");
const vendure = require("@vendure/core");
const { AssetServerPlugin } = require("@vendure/asset-server-plugin");

const seeding = process.argv[2] === "seed";
const port = Number(process.env.PORT || 4902);
const database = new URL(process.env.DATABASE_URL || "postgres://postgres@127.0.0.1:5999/vendure");

const config = {
  apiOptions: { port, adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: {
    tokenMethod: ["bearer", "cookie"],
    superadminCredentials: { identifier: "bench", password: "not secret at all, for a benchmark" },
    cookieOptions: { secret: "not secret at all, for a benchmark" },
  },
  dbConnectionOptions: {
    type: "postgres",
    synchronize: seeding,
    logging: false,
    host: database.hostname,
    port: Number(database.port),
    username: database.username,
    password: database.password,
    database: database.pathname.slice(1),
  },
  paymentOptions: { paymentMethodHandlers: [vendure.dummyPaymentHandler] },
  logger: new vendure.DefaultLogger({ level: vendure.LogLevel.Warn }),
  plugins: [
    AssetServerPlugin.init({
      route: "assets",
      assetUploadDir: path.join(__dirname, "assets"),
      assetUrlPrefix: `http://localhost:${port}/assets/`,
    }),
    vendure.DefaultSchedulerPlugin.init(),
    vendure.DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    vendure.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
  ],
};

const initialData = {
  defaultLanguage: "en",
  defaultZone: "Asia",
  countries: [{ code: "IN", name: "India", zone: "Asia" }],
  taxRates: [{ name: "GST", percentage: 5 }],
  shippingMethods: [{ name: "Standard", price: 5000 }],
  paymentMethods: [
    {
      name: "Dummy",
      handler: { code: "dummy-payment-handler", arguments: [{ name: "automaticSettle", value: "true" }] },
    },
  ],
  collections: [],
};

/** One collection for each category, and one variant for each product. */
async function seed() {
  const { app } = await vendure.bootstrapWorker(config);
  await app.get(vendure.Populator).populateInitialData(initialData);
  const importer = app.get(vendure.FastImporterService);
  await importer.initialize();
  const ctx = await app.get(vendure.RequestContextService).create({ apiType: "admin" });
  const { items } = await app.get(vendure.TaxCategoryService).findAll(ctx);
  const products = JSON.parse(fs.readFileSync(process.env.PRODUCTS, "utf8"));
  const connection = app.get(vendure.TransactionalConnection).rawConnection;

  const facet = await app.get(vendure.FacetService).create(ctx, {
    code: "category",
    isPrivate: false,
    translations: [{ languageCode: "en", name: "Category" }],
  });
  const facetValues = new Map();
  for (const name of new Set(products.map(({ category }) => category))) {
    const value = await app.get(vendure.FacetValueService).create(ctx, facet, {
      facetId: facet.id,
      code: name.toLowerCase().replaceAll(" ", "-"),
      translations: [{ languageCode: "en", name }],
    });
    facetValues.set(name, value.id);
  }

  // The pictures need addresses, not files: nobody loads them.
  for (const [i, { slug, name, description, price, category }] of products.entries()) {
    const translation = { languageCode: "en", name };
    const asset = await connection.getRepository(vendure.Asset).save(
      new vendure.Asset({
        type: "IMAGE",
        mimeType: "image/webp",
        width: 800,
        height: 600,
        fileSize: 50_000,
        source: `source/${slug}.webp`,
        preview: `preview/${slug}.webp`,
        translations: [new vendure.AssetTranslation(translation)],
        channels: [ctx.channel],
      }),
    );
    const shared = { featuredAssetId: asset.id, assetIds: [asset.id], facetValueIds: [facetValues.get(category)] };
    const productId = await importer.createProduct({
      ...shared,
      enabled: true,
      translations: [{ ...translation, slug, description }],
    });
    await importer.createProductVariant({
      productId,
      facetValueIds: shared.facetValueIds,
      sku: slug,
      price: Number(price),
      taxCategoryId: items[0].id,
      stockOnHand: 1_000_000,
      trackInventory: "TRUE",
      translations: [translation],
    });
    if (i % 500 === 499) console.log(`${i + 1} products`);
  }
  // Each change of stock left a job for the search index, which is built as a whole instead.
  await connection.query("delete from job_record");
  await connection.query("analyze");
  await app.get(vendure.SearchService).reindex(ctx);
  console.log(
    "The worker builds the search index now: start it, and wait until search_index_item has a row for each product.",
  );
  await app.close();
}

const run = {
  seed,
  server: () => vendure.bootstrap(config),
  worker: async () => (await vendure.bootstrapWorker(config)).startJobQueue(),
}[process.argv[2]];
run().catch((error) => {
  console.error(error);
  process.exit(1);
});
