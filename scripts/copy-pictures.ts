// npm run copy-pictures -- to-storage|to-folder: copies the pictures from the folder DATA_DIR/uploads to the storage that S3_… name, or back.
// It deletes nothing, and copies only what is not there yet. Beside a running shop: copy, restart with the other settings, copy again.
import path from "node:path";
import { whilePicturesStay } from "@/db/picture-lock";
import { folderOf, pictureStorage, s3Settings } from "@/lib/images/configured-storage";
import { command } from "./command";
import { CliError } from "./processes.mjs";
import { checkStorage } from "./s3-check";
import { copyPictures } from "./transfer-pictures";

void command("npm run copy-pictures", { makes: false }, async ({ url, settings }) => {
  const [direction, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || (direction !== "to-storage" && direction !== "to-folder"))
    throw new CliError("Which way? npm run copy-pictures -- to-storage, or to-folder");
  const s3 = s3Settings(settings);
  if (!s3)
    throw new CliError("S3_ENDPOINT: is not set; accepted: the settings of the storage, for this command at least");
  const away = await checkStorage(s3);
  if (away) throw new CliError(away);
  const [storage, folder] = [pictureStorage(settings), folderOf(settings)];
  const [from, to, place] =
    direction === "to-storage"
      ? [folder, storage, `${s3.endpoint}, bucket ${s3.bucket}`]
      : [storage, folder, path.join(settings.DATA_DIR, "uploads")];
  const { copied, all } = await whilePicturesStay(url, () => copyPictures(from, to));
  console.log(`Copied ${copied} of ${all} pictures to ${place}; the others were there.`);
});
