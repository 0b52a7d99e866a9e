import type { Actor } from "@/lib/auth/actor";
import { exportAccount } from "@/lib/people/account-queries";

/** The download of a person's data, as it is once all of it has arrived. */
export async function exported(actor: Actor) {
  let text = "";
  for await (const part of exportAccount(actor)) text += part;
  return JSON.parse(text);
}
