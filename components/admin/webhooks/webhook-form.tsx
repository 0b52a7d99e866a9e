"use client";

import { actionToasts } from "@/components/admin/action-toasts";
import { OneTimeSecret } from "@/components/admin/ui/one-time-secret";
import { FormError } from "@/components/forms/form-error";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { Check, TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { type EventType, eventTypes } from "@/db/constants/webhooks";
import type { ActionFailure, FormAction, MessageAction } from "@/lib/http/action-state";
import { eventTexts } from "@/lib/webhooks/constants";
import type { Webhook } from "@/lib/webhooks/responses";

type SecretAction = FormAction<{ secret: string; host: string }>;

const SECRET_HINT = "Give it to the program. Copy it now: it is not shown again.";

const Secret = ({ secret, host }: { secret: string; host: string }) => (
  <OneTimeSecret label={`Secret for ${host}`} hint={SECRET_HINT} text={secret} copied="Secret copied" />
);

type FieldsProps = {
  url: { name: string; defaultValue: string; error?: string };
  events: readonly EventType[];
  failure: ActionFailure | null;
};

/** Where the events go, and which. After a failure the boxes are as they were ticked. */
function WebhookFields({ url, events, failure }: FieldsProps) {
  const isTicked = (type: EventType) => (failure ? `event.${type}` in failure.values : events.includes(type));
  return (
    <>
      <TextField
        label="Address"
        hint="Begins with https://"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="max-w-[44rem]"
        {...url}
      />
      <fieldset className="mt-5">
        <legend className="label">Events</legend>
        <div className="grid gap-x-6 sm:grid-cols-2 mt-1 max-w-[56rem]">
          {eventTypes.map((type) => (
            <Check key={type} name={`event.${type}`} value="on" defaultChecked={isTicked(type)}>
              <span className="min-w-0">
                <span className="block font-medium">{type}</span>
                <span className="block text-muted text-sm">{eventTexts[type]}</span>
              </span>
            </Check>
          ))}
        </div>
        {failure?.fields.events && <FormError>{failure.fields.events}</FormError>}
      </fieldset>
    </>
  );
}

/** Adds a webhook, and shows its secret once. */
export function NewWebhookForm({ action }: { action: SecretAction }) {
  const { state, field, message, failure, pending, formProps } = useActionForm(action, {
    ...actionToasts("Failed to add the webhook"),
    values: { url: "", events: "" },
    onSuccess: ({ host }) => toast.success(`Events go to ${host} from now on`),
    resetOnSuccess: true,
  });
  return (
    <form {...formProps} className="mt-3 pb-6" aria-labelledby="new-webhook-title">
      <MadeFor />
      <WebhookFields url={field("url")} events={[]} failure={failure} />
      {message && <FormError>{message}</FormError>}
      <Button type="submit" pending={pending} className="mt-5">
        Add the webhook
      </Button>
      {state?.ok && <Secret {...state.data} />}
    </form>
  );
}

/** Changes a webhook, and switches it on and off. */
export function EditWebhookForm({ webhook, action }: { webhook: Webhook; action: MessageAction }) {
  const { id, url, events, active } = webhook;
  const { posted, field, message, failure, pending, formProps } = useActionForm(action, {
    ...actionToasts("Failed to save the webhook"),
    values: { url, events: "" },
  });
  return (
    <form {...formProps} className="mt-4">
      <MadeFor />
      <input type="hidden" name="id" value={id} />
      <WebhookFields url={field("url")} events={events} failure={failure} />
      <Check name="active" value="on" className="mt-4" defaultChecked={failure ? "active" in failure.values : active}>
        Switched on
      </Check>
      <div>
        <Button type="submit" pending={pending} className="mt-4">
          Save
        </Button>
      </div>
      <FormOutcome done={posted?.ok && posted.data.message} message={message} />
    </form>
  );
}

/** Makes a new secret, and shows it once. */
export function NewSecretForm({ id, action }: { id: number; action: SecretAction }) {
  const { state, message, pending, formProps } = useActionForm(action, {
    ...actionToasts("Failed to make a new secret"),
    onSuccess: () => toast.success("The new secret is ready"),
  });
  return (
    <form {...formProps} className="mt-1">
      <MadeFor />
      <input type="hidden" name="id" value={id} />
      <p className="text-muted max-w-prose">
        The program checks with it that what it gets comes from this shop. For 24 hours after a new one is made, the one
        before it is accepted too.
      </p>
      {message && <FormError>{message}</FormError>}
      <Button type="submit" kind="outline" pending={pending} className="mt-3">
        Make a new secret
      </Button>
      {state?.ok && <Secret {...state.data} />}
    </form>
  );
}
