import { CliError } from "./processes.mjs";
import { build } from "./production-build";

build().then(
  (folder) => console.log(`The build is in ${folder}.`),
  (error) => {
    console.error(error instanceof CliError ? error.message : error);
    process.exit(1);
  },
);
