// What becomes of a build when another one is started in its place.
import fs from "node:fs";
import path from "node:path";
import { earlierBuilds, isBuild, REPLACED, replacedAt } from "../server/earlier-builds";
import { lockHolder } from "./lock";

/**
 * Notes that this build has taken the place of the others, and deletes of them what nobody needs: all but the static files of those that
 * are still served (server/earlier-builds.ts), except for the newest, which a rollback starts, and those that a running shop serves from.
 * @param current the folder of the build, absolute
 */
export function retireOthers(current: string): void {
  const root = path.dirname(current);
  fs.rmSync(path.join(current, REPLACED), { force: true });
  const others = fs
    .readdirSync(root)
    .filter((name) => isBuild(name) && name !== path.basename(current))
    .map((name) => path.join(root, name))
    // A start sets the time of its build's folder: of those that are marked together the one that was started last is the newest.
    .sort((a, b) => fs.statSync(a).mtimeMs - fs.statSync(b).mtimeMs);
  for (const folder of others) if (replacedAt(folder) === 0) fs.writeFileSync(path.join(folder, REPLACED), "");
  const served = earlierBuilds(current);
  for (const folder of others.sort((a, b) => replacedAt(b) - replacedAt(a)).slice(1)) {
    const users = path.join(folder, "users");
    const inUse = fs.existsSync(users) && fs.readdirSync(users).some((user) => lockHolder(path.join(users, user)));
    if (inUse) continue;
    if (served.includes(folder)) keepStaticFiles(folder);
    else fs.rmSync(folder, { recursive: true, force: true });
  }
}

function keepStaticFiles(folder: string) {
  const remove = (within: string, kept: string[]) => {
    for (const name of fs.readdirSync(within).filter((name) => !kept.includes(name)))
      fs.rmSync(path.join(within, name), { recursive: true, force: true });
  };
  remove(folder, ["static", "shop-server", REPLACED]);
  if (fs.existsSync(path.join(folder, "shop-server"))) remove(path.join(folder, "shop-server"), ["encoded"]);
}
