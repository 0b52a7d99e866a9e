// npm run check-pictures: looks up every picture that the database names where the settings say that pictures are. Prints a line for
// each file that is missing, and exits with 1.
import { pictureStorage } from "@/lib/images/configured-storage";
import { command } from "./command";
import { checkPictures } from "./transfer-pictures";

void command("npm run check-pictures", { makes: false }, async ({ url, settings }) => {
  const { files, missing } = await checkPictures(url, pictureStorage(settings));
  for (const name of missing) console.log(`${name} is missing`);
  if (missing.length > 0) process.exitCode = 1;
  else console.log(`Pictures are right: all ${files} files that the database names are there.`);
});
