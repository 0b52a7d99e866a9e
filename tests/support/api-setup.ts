// Runs before each file of the API's tests: the shop of its worker, of which there is one for each (scripts/test.ts).
const shops: Record<string, string>[] = JSON.parse(process.env.TEST_API_SHOPS ?? "[]");
const shop = shops[Number(process.env.VITEST_POOL_ID) - 1];
if (!shop) throw new Error(`There is no shop for worker ${process.env.VITEST_POOL_ID}.`);
Object.assign(process.env, shop);
