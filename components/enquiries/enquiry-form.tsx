"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { z } from "zod";
import { resetSentFields } from "@/components/forms/fields";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { SelectField, TextArea, TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { enquiryBounds } from "@/lib/enquiries/constants";
import type { FormAction } from "@/lib/http/action-state";
import { policy } from "@/lib/shop";

export type EnquiryReceipt = { id: number; message: string };
type EnquiryAction = FormAction<EnquiryReceipt>;

type Field = { name: string; defaultValue: string; error?: string };
type FieldProps = {
  field: (name: string) => Field;
  text: (name: keyof typeof enquiryBounds) => Field & { minLength?: number; maxLength: number };
};

type EnquiryFormProps = {
  action: EnquiryAction;
  label: string;
  /** What is sent. */
  what: "Message" | "Request";
  /** The names of the fields beside those that every enquiry has. */
  names: readonly string[];
  loadSchema: () => Promise<z.ZodType>;
  messageLabel: string;
  children: (fields: FieldProps) => ReactNode;
};

function EnquiryForm({ action, label, what, names, loadSchema, messageLabel, children }: EnquiryFormProps) {
  const { state, posted, message, formProps, field, pending } = useActionForm<EnquiryReceipt, Record<string, string>>(
    action,
    {
      failureText: "An error occurred",
      values: Object.fromEntries(["name", "phone", "email", ...names, "message"].map((name) => [name, ""])),
      loadSchema,
      onShown: resetSentFields,
      onSuccess: ({ message }) => toast.success(message),
    },
  );
  const text: FieldProps["text"] = (name) => ({
    ...field(name),
    minLength: enquiryBounds[name].min || undefined,
    maxLength: enquiryBounds[name].max,
  });
  const receipt = useRef<HTMLDivElement>(null);
  const number = state?.ok ? state.data.id : undefined;

  // The button that was pressed is at the other end of the form.
  useEffect(() => {
    if (number) receipt.current?.focus();
  }, [number]);

  return (
    <form {...formProps} className="grid grid-cols-1 sm:grid-cols-2 gap-5" aria-label={label}>
      {number && (
        <Notice
          tone="success"
          ref={receipt}
          tabIndex={-1}
          className="sm:col-span-2 scroll-mt-28"
          // Without JavaScript the thanks are shown here, else as a toast.
          title={posted?.ok && posted.data.message}
        >
          Your {what.toLowerCase()} has reached us. Its number is <b className="num">{number}</b>
          {`. We reply within ${policy.replyHours} hours.`}
        </Notice>
      )}
      {message && <Notice tone="danger" className="sm:col-span-2" title={message} />}
      <TextField label="Full Name" {...text("name")} autoComplete="name" required />
      <TextField label="Phone Number" {...text("phone")} type="tel" autoComplete="tel" required />
      <TextField
        className="sm:col-span-2"
        label="Email Address"
        {...text("email")}
        type="email"
        autoComplete="email"
        required
      />
      {children({ field, text })}
      <TextArea className="sm:col-span-2" label={messageLabel} {...text("message")} rows={6} required />
      <div className="sm:col-span-2">
        <Button type="submit" size="lg" className="max-sm:w-full" pending={pending} pendingLabel={`Sending ${what}...`}>
          {`Send ${what}`}
        </Button>
      </div>
    </form>
  );
}

const loadContact = () => import("@/lib/enquiries/schema").then(({ contactInput }) => contactInput);
const loadCustomOrder = () => import("@/lib/enquiries/schema").then(({ customOrderInput }) => customOrderInput);

export function ContactForm({ action }: { action: EnquiryAction }) {
  return (
    <EnquiryForm
      action={action}
      label="Contact"
      what="Message"
      names={["subject"]}
      loadSchema={loadContact}
      messageLabel="Message"
    >
      {({ text }) => <TextField className="sm:col-span-2" label="Subject" {...text("subject")} required />}
    </EnquiryForm>
  );
}

export function CustomOrderForm({ action, occasions }: { action: EnquiryAction; occasions: readonly string[] }) {
  return (
    <EnquiryForm
      action={action}
      label="Custom order"
      what="Request"
      names={["occasion", "eventDate", "quantity", "budget"]}
      loadSchema={loadCustomOrder}
      messageLabel="What do you have in mind?"
    >
      {({ field, text }) => (
        <>
          <SelectField label="Occasion" {...field("occasion")} required>
            <option value="">Choose one</option>
            {occasions.map((occasion) => (
              <option key={occasion}>{occasion}</option>
            ))}
          </SelectField>
          <TextField label="Date" {...field("eventDate")} type="date" optional />
          <TextField label="Quantity" {...text("quantity")} optional hint="For example, 120 half-kilo boxes" />
          <TextField label="Budget" {...text("budget")} optional hint="In rupees, in all or for each box" />
        </>
      )}
    </EnquiryForm>
  );
}
