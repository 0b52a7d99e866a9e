// npm run create-admin [-- E-MAIL]: makes an admin, or gives one a new password, which ends that admin's sessions and tokens.
// E-mail and password come from ADMIN_EMAIL and ADMIN_PASSWORD, else from the arguments, else they are asked for.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { migrate } from "@/db/migrate";
import { command } from "./command";
import { CliError } from "./processes.mjs";

void command("npm run create-admin", { makes: true }, async ({ url, settings }) => {
  const [first, second, ...rest] = process.argv.slice(2);
  if (rest.length > 0) throw new CliError("npm run create-admin [-- E-MAIL [PASSWORD]]");
  const email = first ?? settings.ADMIN_EMAIL ?? (await ask("E-mail of the admin: ", false));
  if (!z.email().max(254).safeParse(email.trim()).success) throw new CliError("Please enter a valid email address");
  const password = second ?? (first ? undefined : settings.ADMIN_PASSWORD) ?? (await ask("New password: ", true));
  if (password.length < 6 || password.length > 200) throw new CliError("A password has 6 to 200 characters.");
  await migrate(url, console.log);
  const { setAdmin } = await import("@/lib/people/admin-commands"); // reads the database's address when it is loaded
  const outcome = await setAdmin(email, password);
  console.log(
    outcome === "made"
      ? `Admin ${email.trim()} was created.`
      : `Admin ${email.trim()} has a new password and is signed out everywhere.`,
  );
});

let piped: string[] | undefined;

/** Asks on the terminal; without one it takes the next line of the input. @param secret true: what is typed is not shown */
async function ask(question: string, secret: boolean): Promise<string> {
  if (!process.stdin.isTTY) {
    piped ??= (await text(process.stdin)).split(/\r?\n/);
    const line = piped.shift();
    if (!line) throw new CliError(`${question.trim()} not given.`);
    return line;
  }
  let silent = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!silent) process.stderr.write(chunk);
      done();
    },
  });
  const line = createInterface({ input: process.stdin, output, terminal: true });
  const closed = new Promise<never>((_resolve, reject) =>
    line.once("SIGINT", () => reject(new CliError("\nNothing was changed."))),
  );
  try {
    const answer = line.question(question);
    silent = secret;
    return await Promise.race([answer, closed]);
  } finally {
    line.close();
    if (secret) process.stderr.write("\n");
  }
}
