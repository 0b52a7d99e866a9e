// npm run migrate: brings the schema up to date. An advisory lock lets one process migrate at a time.
import { migrate } from "@/db/migrate";
import { command } from "./command";

void command("npm run migrate", { makes: true }, async ({ url }) => {
  await migrate(url, console.log);
  console.log("The schema is up to date.");
});
