// Before the domain tests: a PostgreSQL to copy databases on. `npm test` hands one over in TEST_DATABASE_URL; alone, vitest starts it here.
import { startThrowaway } from "@/scripts/throwaway";
import { makeTemplate } from "./postgres-template";

export default async function setup() {
  const own = process.env.TEST_DATABASE_URL ? undefined : await startThrowaway();
  process.env.TEST_DATABASE_URL ??= own?.url ?? "";
  await makeTemplate(process.env.TEST_DATABASE_URL);
  return () => own?.stop();
}
