import { compileStart } from "./compile-start.mjs";
import { failWith } from "./failures";
import { build } from "./production-build";

async function main() {
  await compileStart();
  console.log(`The build is in ${await build()}.`);
}

main().catch(failWith);
