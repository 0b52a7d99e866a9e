// The API tests speak HTTP to the built shop, which `npm test` (or `npm test -- api`) starts; see scripts/test.ts.
export default function setup() {
  if (!process.env.TEST_API_SHOPS) throw new Error("The API tests need the built shop: run them with npm test -- api");
}
