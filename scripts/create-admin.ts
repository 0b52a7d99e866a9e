// npm run create-admin [-- E-MAIL]: makes an admin, or gives one a new password, which ends that admin's sessions and tokens.
// E-mail and password come from ADMIN_EMAIL and ADMIN_PASSWORD, else from the arguments, else they are asked for.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { z } from "zod";
import { migrate } from "@/db/migrate";
import { setAdmin } from "@/lib/accounts/admin";
import { command } from "./command";
import { Clear } from "./processes.mjs";

void command("npm run create-admin", { makes: true }, async ({ url, settings }) => {
  const [first, second, ...rest] = process.argv.slice(2);
  if (rest.length > 0) throw new Clear("npm run create-admin [-- E-MAIL [PASSWORD]]");
  const email = first ?? settings.ADMIN_EMAIL ?? (await ask("E-mail of the admin: ", false));
  if (!z.email().max(254).safeParse(email.trim()).success) throw new Clear("Please enter a valid email address");
  const password = second ?? (first ? undefined : settings.ADMIN_PASSWORD) ?? (await ask("New password: ", true));
  if (password.length < 6 || password.length > 200) throw new Clear("A password has 6 to 200 characters.");
  await migrate(url, console.log);
  const outcome = await setAdmin(email, password);
  console.log(
    outcome === "made"
      ? `The admin ${email.trim()} was made.`
      : `The admin ${email.trim()} has a new password; every session of theirs has ended.`,
  );
});

/** Asks on the terminal; without one it reads a line of the input. @param secret true: what is typed is not shown */
async function ask(question: string, secret: boolean): Promise<string> {
  if (!process.stdin.isTTY && process.stdin.readableEnded) throw new Clear(`${question.trim()} it was not given.`);
  let silent = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!silent) process.stderr.write(chunk);
      done();
    },
  });
  const line = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  try {
    const closed = new Promise<never>((_resolve, reject) =>
      line.once("close", () => reject(new Clear(`${question.trim()} it was not given.`))),
    );
    const answer = line.question(question);
    silent = secret;
    return await Promise.race([answer, closed]);
  } finally {
    line.close();
    if (secret) process.stderr.write("\n");
  }
}
