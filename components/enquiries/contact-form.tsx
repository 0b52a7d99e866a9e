"use client";

import { TextArea, TextField } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/submit-button";
import { FormNotices } from "./form-notices";
import { type EnquiryAction, useEnquiryForm } from "./use-enquiry-form";

/** A message that is stored for the shop to answer. */
export function ContactForm({ action }: { action: EnquiryAction }) {
  const { formProps, errors, values, pending, notices } = useEnquiryForm(action, "contact");
  return (
    <form {...formProps} className="grid grid-cols-1 sm:grid-cols-2 gap-5" aria-label="Contact">
      <FormNotices what="message" {...notices} />
      <TextField
        label="Full Name"
        name="name"
        autoComplete="name"
        required
        minLength={2}
        maxLength={120}
        defaultValue={values.name}
        error={errors.name}
      />
      <TextField
        label="Phone Number"
        name="phone"
        type="tel"
        autoComplete="tel"
        required
        minLength={10}
        maxLength={40}
        defaultValue={values.phone}
        error={errors.phone}
      />
      <TextField
        className="sm:col-span-2"
        label="Email Address"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={values.email}
        error={errors.email}
      />
      <TextField
        className="sm:col-span-2"
        label="Subject"
        name="subject"
        required
        minLength={5}
        maxLength={200}
        defaultValue={values.subject}
        error={errors.subject}
      />
      <TextArea
        className="sm:col-span-2"
        label="Message"
        name="message"
        rows={6}
        required
        minLength={10}
        maxLength={5000}
        defaultValue={values.message}
        error={errors.message}
      />
      <div className="sm:col-span-2">
        <SubmitButton size="lg" className="max-sm:w-full" pending={pending} pendingLabel="Sending Message...">
          Send Message
        </SubmitButton>
      </div>
    </form>
  );
}
