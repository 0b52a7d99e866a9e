// npm run check-pictures: looks up every picture that the database names where the settings say that pictures are. Prints a line for
// each file that is missing, and exits with 1.
import { pictureStorage } from "@/lib/images/configured-storage";
import { command } from "./command";
import { missingFiles } from "./transfer-pictures";

void command("npm run check-pictures", { makes: false }, async ({ settings }) => {
  const { listPictureFiles } = await import("@/lib/images/queries"); // reads the database's address when it is loaded
  // Before the storage: a picture is stored before a row names it.
  const named: string[] = [];
  for await (const name of listPictureFiles()) named.push(name);
  const missing = await missingFiles(named, pictureStorage(settings));
  for (const name of missing) console.log(`${name} is missing`);
  if (missing.length > 0) process.exitCode = 1;
  else console.log(`Pictures are right: all ${named.length} files that the database names are there.`);
});
