// For scripts/test.ts: copies the template under a name, makes the tests' admin in the copy, and prints its address.
import { makeDatabase } from "./postgres";
import { makeTemplate } from "./postgres-template";

async function main() {
  const server = process.env.TEST_DATABASE_URL ?? "";
  await makeTemplate(server);
  process.env.DATABASE_URL = await makeDatabase(server, process.argv[2] ?? "");
  const { ensureAdmin } = await import("@/lib/people/admin-commands");
  await ensureAdmin(process.env.ADMIN_EMAIL, process.env.ADMIN_PASSWORD);
  console.log(process.env.DATABASE_URL);
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
