"use client";

import { SelectField, TextArea, TextField } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/submit-button";
import { FormNotices } from "./form-notices";
import { type EnquiryAction, useEnquiryForm } from "./use-enquiry-form";

/** A request for a quote: contact details, occasion, date, quantity, budget and a message. */
export function CustomOrderForm({ action, occasions }: { action: EnquiryAction; occasions: readonly string[] }) {
  const { formProps, errors, values, pending, notices } = useEnquiryForm(action, "custom-order");
  return (
    <form {...formProps} className="grid grid-cols-1 sm:grid-cols-2 gap-5" aria-label="Custom order">
      <FormNotices what="request" {...notices} />
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
      <SelectField
        key={values.occasion}
        label="Occasion"
        name="occasion"
        required
        defaultValue={values.occasion ?? ""}
        error={errors.occasion}
      >
        <option value="">Choose one</option>
        {occasions.map((occasion) => (
          <option key={occasion}>{occasion}</option>
        ))}
      </SelectField>
      <TextField
        label="Date"
        name="eventDate"
        type="date"
        optional
        defaultValue={values.eventDate}
        error={errors.eventDate}
      />
      <TextField
        label="Quantity"
        name="quantity"
        optional
        maxLength={120}
        hint="For example, 120 half-kilo boxes"
        defaultValue={values.quantity}
        error={errors.quantity}
      />
      <TextField
        label="Budget"
        name="budget"
        optional
        maxLength={120}
        hint="In rupees, in all or for each box"
        defaultValue={values.budget}
        error={errors.budget}
      />
      <TextArea
        className="sm:col-span-2"
        label="What do you have in mind?"
        name="message"
        rows={6}
        required
        minLength={10}
        maxLength={5000}
        defaultValue={values.message}
        error={errors.message}
      />
      <div className="sm:col-span-2">
        <SubmitButton size="lg" className="max-sm:w-full" pending={pending} pendingLabel="Sending Request...">
          Send Request
        </SubmitButton>
      </div>
    </form>
  );
}
