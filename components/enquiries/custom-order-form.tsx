"use client";

import { useActionForm } from "@/components/forms/use-action-form";
import { SelectField, TextArea, TextField } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/submit-button";
import { toast } from "@/components/ui/toast";
import type { FormAction } from "@/lib/http/action-state";
import { type EnquiryReceipt, FormNotices } from "./form-notices";

const loadSchema = () => import("@/lib/enquiries/schema").then(({ customOrderInput }) => customOrderInput);

/** A request for a quote: contact details, occasion, date, quantity, budget and a message. */
export function CustomOrderForm({
  action,
  occasions,
}: {
  action: FormAction<EnquiryReceipt>;
  occasions: readonly string[];
}) {
  const { state, posted, message, formProps, field, pending } = useActionForm(action, {
    failureText: "An error occurred",
    values: { name: "", phone: "", email: "", occasion: "", eventDate: "", quantity: "", budget: "", message: "" },
    loadSchema,
    resetOnSuccess: true,
    onSuccess: ({ message }) => toast.success(message),
  });
  return (
    <form {...formProps} className="grid grid-cols-1 sm:grid-cols-2 gap-5" aria-label="Custom order">
      <FormNotices what="request" state={state} posted={posted} message={message} />
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
      <SelectField label="Occasion" {...field("occasion")} required>
        <option value="">Choose one</option>
        {occasions.map((occasion) => (
          <option key={occasion}>{occasion}</option>
        ))}
      </SelectField>
      <TextField label="Date" {...field("eventDate")} type="date" optional />
      <TextField
        label="Quantity"
        {...field("quantity")}
        optional
        maxLength={120}
        hint="For example, 120 half-kilo boxes"
      />
      <TextField
        label="Budget"
        {...field("budget")}
        optional
        maxLength={120}
        hint="In rupees, in all or for each box"
      />
      <TextArea
        className="sm:col-span-2"
        label="What do you have in mind?"
        {...field("message")}
        rows={6}
        required
        minLength={10}
        maxLength={5000}
      />
      <div className="sm:col-span-2">
        <SubmitButton size="lg" className="max-sm:w-full" pending={pending} pendingLabel="Sending Request...">
          Send Request
        </SubmitButton>
      </div>
    </form>
  );
}
