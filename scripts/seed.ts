// npm run seed: migrates, then puts the sample catalogue into an empty database. One that holds sweets is left as it is.
import { migrate } from "@/db/migrate";
import { seed } from "@/db/seed/seed";
import { command } from "./command";

void command("npm run seed", { makes: true }, async ({ url }) => {
  await migrate(url, console.log);
  await seed(url, console.log);
});
