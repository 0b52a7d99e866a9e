"use client";

import { useActionForm } from "@/components/forms/use-action-form";
import { TextArea, TextField } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/submit-button";
import { toast } from "@/components/ui/toast";
import type { FormAction } from "@/lib/http/action-state";
import { type EnquiryReceipt, FormNotices } from "./form-notices";

const loadSchema = () => import("@/lib/enquiries/schema").then(({ contactInput }) => contactInput);

/** A message that is stored for the shop to answer. */
export function ContactForm({ action }: { action: FormAction<EnquiryReceipt> }) {
  const { state, posted, message, formProps, field, pending } = useActionForm(action, {
    failureText: "An error occurred",
    values: { name: "", phone: "", email: "", subject: "", message: "" },
    loadSchema,
    resetOnSuccess: true,
    onSuccess: ({ message }) => toast.success(message),
  });
  return (
    <form {...formProps} className="grid grid-cols-1 sm:grid-cols-2 gap-5" aria-label="Contact">
      <FormNotices what="message" state={state} posted={posted} message={message} />
      <TextField label="Full Name" {...field("name")} autoComplete="name" required minLength={2} maxLength={120} />
      <TextField
        label="Phone Number"
        {...field("phone")}
        type="tel"
        autoComplete="tel"
        required
        minLength={10}
        maxLength={40}
      />
      <TextField
        className="sm:col-span-2"
        label="Email Address"
        {...field("email")}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
      />
      <TextField
        className="sm:col-span-2"
        label="Subject"
        {...field("subject")}
        required
        minLength={5}
        maxLength={200}
      />
      <TextArea
        className="sm:col-span-2"
        label="Message"
        {...field("message")}
        rows={6}
        required
        minLength={10}
        maxLength={5000}
      />
      <div className="sm:col-span-2">
        <SubmitButton size="lg" className="max-sm:w-full" pending={pending} pendingLabel="Sending Message...">
          Send Message
        </SubmitButton>
      </div>
    </form>
  );
}
