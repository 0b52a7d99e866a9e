"use server";

import { redirect } from "next/navigation";
import { action } from "@/lib/http/action";
import { flash } from "@/lib/http/request";
import { idParams } from "@/lib/text";
import * as webhooks from "@/lib/webhooks/operations";
import { deliveryParams, newWebhookForm, webhookForm } from "@/lib/webhooks/schema";

const hostOf = ({ url }: { url: string }) => new URL(url).host;
const secretOf = (webhook: { url: string; secret: string }) => ({
  label: `Secret for ${hostOf(webhook)}`,
  hint: "Give it to the program. Copy it now: it is not shown again.",
  text: webhook.secret,
  copied: "Secret copied",
});

/** Adds a webhook. Its secret is shown once and stored encrypted. */
export const add = action(webhooks.createWebhook, {
  form: newWebhookForm,
  failed: "Failed to add the webhook",
  refresh: true,
  after: ({ result }) => ({ message: `Events go to ${hostOf(result)} from now on`, secret: secretOf(result) }),
});

export const save = action(webhooks.updateWebhook, {
  form: webhookForm,
  failed: "Failed to save the webhook",
  refresh: true,
  after: () => ({ message: "Webhook saved" }),
});

export const renew = action(webhooks.renewSecret, {
  form: idParams,
  failed: "Failed to make a new secret",
  after: ({ result }) => ({ message: "The new secret is ready", secret: secretOf(result) }),
});

export const sendTest = action(webhooks.testWebhook, {
  form: idParams,
  failed: "Failed to send a test",
  refresh: true,
  after: () => ({ message: "The test is on its way" }),
});

export const sendAgain = action(webhooks.resendDelivery, {
  form: deliveryParams,
  failed: "Failed to send it again",
  refresh: true,
  after: () => ({ message: "It is on its way again" }),
});

export const remove = action(webhooks.deleteWebhook, {
  form: idParams,
  failed: "Failed to delete the webhook",
  after: async (): Promise<{ message: string }> => {
    await flash("success", "The webhook is deleted");
    redirect("/admin/webhooks");
  },
});
