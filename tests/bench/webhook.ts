import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { eventTypes } from "@/db/constants/webhooks";
import { signedIn } from "./world";

/** For a shop that is started with it: else no webhook is on this machine. */
export const WEBHOOK_HERE = { WEBHOOK_PRIVATE: "on" };

/** Adds a webhook for all events, and answers what comes: a shop that other programs follow sends its orders while it takes them. */
export async function withWebhook(shop: { url: string }, database: string): Promise<http.Server> {
  const receiver = http.createServer((request, response) => void request.resume().on("end", () => response.end()));
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const [owner] = await signedIn(database, 1, "admin");
  const { status } = await fetch(`${shop.url}/api/admin/webhooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${owner?.token}`, "content-type": "application/json" },
    body: JSON.stringify({ url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`, events: eventTypes }),
  });
  if (status !== 201) throw new Error(`the webhook was not added: ${status}`);
  return receiver;
}
