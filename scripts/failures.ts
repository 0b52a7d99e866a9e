import { CliError } from "./processes.mjs";

const AWAY = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|CONNECT_TIMEOUT)$/;
const CLOSED = /^(28P01|28000|3D000)$/; // wrong password, no such user, no such database

/** Prints what an operator needs to know of a command's failure, and exits with 1. */
export function failWith(error: unknown): never {
  console.error(explain(error));
  process.exit(1);
}

/** A line for what an operator can change, such as a database that is not there or does not let us in; else the failure itself. */
function explain(error: unknown): unknown {
  const { code = "", message = "", name } = error as { code?: string; message?: string; name?: string };
  if (error instanceof CliError) return message;
  const accepted = "accepted: the address of a running PostgreSQL, its user, password and database";
  if (AWAY.test(code)) return `DATABASE_URL: nothing answers there (${message || code}); ${accepted}`;
  if (CLOSED.test(code)) return `DATABASE_URL: the server refuses it (${message}); ${accepted}`;
  if (code === "08P01")
    // what PgBouncer says of a parameter that it does not pass on
    return `DATABASE_URL: the server refuses it (${message}); accepted: with a pooler, DATABASE_DIRECT_URL too`;
  if (code === "42501")
    return `DATABASE_URL: the role may not do this (${message}); accepted: the owner of the database`;
  if (code === "25006") return `DATABASE_URL: the database takes no writes (${message}); accepted: the primary`;
  if (name === "AppError") return message; // lib/errors.ts
  if (name === "OperatorError") return message; // db/operator-error.ts
  if (message.endsWith(" belongs to a customer.")) return message; // ADMIN_EMAIL, at start
  return error;
}
