import { zodResolver } from "@hookform/resolvers/zod";
import { createFormControl } from "react-hook-form";
import { contactInput, customOrderInput } from "@/lib/enquiries/schema";

const schemas = { contact: contactInput, "custom-order": customOrderInput };

export type Validation = {
  /** Checks everything; when something is wrong, shows it and moves the focus to the first. */
  passes: () => Promise<boolean>;
  /** Lets go of the form. */
  stop: () => void;
};

/**
 * Ties react-hook-form to the fields of a form that is already on the page, so that it can come late. All is checked
 * when the form is sent, then each field while it is mended: a message that appears as a field is left would move the button
 * away from under the click. `onErrors` hears of every change.
 */
export function startValidation(
  form: HTMLFormElement,
  kind: keyof typeof schemas,
  onErrors: (errors: Record<string, string>) => void,
): Validation {
  const fields = [...form.elements].filter(
    (element): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
      "name" in element && Boolean(element.name) && !String(element.name).startsWith("$ACTION"),
  );
  const control = createFormControl<Record<string, string>>({
    mode: "onSubmit",
    resolver: zodResolver(schemas[kind]) as never,
    defaultValues: Object.fromEntries(fields.map((field) => [field.name, field.value])),
  });
  control.subscribe({
    formState: { errors: true },
    callback: ({ errors = {} }) =>
      onErrors(Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, String(error?.message ?? "")]))),
  });
  const listening = new AbortController();
  for (const field of fields) {
    const { ref, onChange, onBlur } = control.register(field.name);
    ref(field);
    field.addEventListener("input", onChange, listening);
    field.addEventListener("blur", onBlur, listening);
  }
  return {
    passes: () =>
      new Promise((resolve) => {
        void control.handleSubmit(
          () => resolve(true),
          () => resolve(false),
        )();
      }),
    stop: () => listening.abort(),
  };
}
