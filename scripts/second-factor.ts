// npm run second-factor -- EMAIL: switches the second factor of a member of staff off, who has lost the phone and the recovery codes.
import { command } from "./command";
import { CliError } from "./processes.mjs";

void command("npm run second-factor", { makes: false }, async () => {
  const [email, ...rest] = process.argv.slice(2);
  if (!email || rest.length > 0) throw new CliError("npm run second-factor -- EMAIL");
  const { removeFactorOf } = await import("@/lib/people/second-factor-commands"); // reads the database's address when it is loaded
  if (!(await removeFactorOf(email))) throw new CliError(`There is no second factor of ${email.trim()}.`);
  console.log(
    `The second factor of ${email.trim()} is off: a login needs the password alone. A new one can be set up on /account.`,
  );
});
