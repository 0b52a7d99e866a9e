import { failWith } from "./failures";
import { build } from "./production-build";

build().then((folder) => console.log(`The build is in ${folder}.`), failWith);
