import { noLocks } from "@/db/write-slots";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import { idParams } from "@/lib/text";
import * as commands from "./commands";
import * as queries from "./queries";
import { deliveriesQuery, deliveryParams, newWebhook, webhookInput } from "./schema";

const reading = { by: "webhooks:read" } as const;
const writing = { by: "webhooks:write", limit: noLimit, locks: noLocks, once: noKey } as const;

export const listWebhooks = read({ ...reading, run: ({ actor }) => queries.listWebhooks(actor) });

export const listDeliveries = read({
  ...reading,
  params: idParams,
  query: deliveriesQuery,
  async run({ actor, input }) {
    const { items, meta } = await queries.listDeliveries(actor, input.id, input.page);
    return { items: items.map(queries.toApiDelivery), meta };
  },
});

export const createWebhook = operation({
  ...writing,
  body: newWebhook,
  async run({ actor, input, write }) {
    await commands.assertPublic(input.url);
    return write((db) => commands.createWebhook(actor, input, db));
  },
});

export const updateWebhook = operation({
  ...writing,
  params: idParams,
  body: webhookInput,
  async run({ actor, input, write }) {
    await commands.assertPublic(input.url);
    return write((db) => commands.updateWebhook(actor, input, db));
  },
});

export const deleteWebhook = operation({
  ...writing,
  params: idParams,
  run: ({ actor, input, write }) => write((db) => commands.deleteWebhook(actor, input.id, db)),
});

export const renewSecret = operation({
  ...writing,
  params: idParams,
  run: ({ actor, input, write }) => write((db) => commands.renewSecret(actor, input.id, db)),
});

export const resendDelivery = operation({
  ...writing,
  params: deliveryParams,
  run: ({ actor, input, write }) => write((db) => commands.resendDelivery(actor, input, db)),
});

export const testWebhook = operation({
  ...writing,
  params: idParams,
  run: ({ actor, input, write }) => write((db) => commands.testWebhook(actor, input.id, db)),
});
