import { createFormControl } from "react-hook-form";
import type { z } from "zod";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: Element): element is Field =>
  element.matches("input:not([type=hidden], [type=file], [type=submit], [type=button]), select, textarea") &&
  (element as Field).name !== "";
const isRadio = (field: Field) => field.type === "radio";

/** The texts of a form by field name, as the server reads them. */
function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") texts[name] = value;
  return texts;
}

/**
 * Attaches react-hook-form to a form that is already on the page, so that its code can be loaded after the page. All fields are
 * checked when the form is submitted, and afterwards each field as it changes: a message that appeared when a field lost the
 * focus would move the button away from under the click. `onErrors` gets all messages by field name after every change.
 */
export function startValidation(
  form: HTMLFormElement,
  schema: z.ZodType,
  fieldOf: (path: string) => string,
  onErrors: (errors: Record<string, string>) => void,
) {
  const control = createFormControl<Record<string, string>>({
    mode: "onSubmit",
    resolver: async () => {
      // The form itself is read, so that browser and server always check the same input.
      const parsed = await schema.safeParseAsync(textsOf(form));
      if (parsed.success) return { values: {}, errors: {} };
      const errors: Record<string, { type: string; message: string }> = {};
      for (const { path, code, message } of parsed.error.issues)
        errors[fieldOf(path.join("."))] ??= { type: code, message };
      return { values: {}, errors };
    },
  });
  control.subscribe({
    formState: { errors: true },
    callback: ({ errors = {} }) =>
      onErrors(Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, String(error?.message ?? "")]))),
  });
  const listening = new AbortController();
  const changes = new WeakMap<EventTarget, (event: Event) => unknown>();
  /** Rows that were added to the form since have fields too. */
  function registerFields(isLater: boolean) {
    for (const field of [...form.elements].filter(isField)) {
      // To register a radio button would uncheck all of its group.
      if (isRadio(field) || changes.has(field)) continue;
      // A field that took the place of another one would otherwise get its text.
      if (isLater) control.unregister(field.name);
      const { ref, onChange, onBlur } = control.register(field.name);
      ref(field);
      changes.set(field, onChange);
      field.addEventListener("blur", onBlur, listening);
    }
  }
  registerFields(false);
  const onRadio = ({ target }: Event) =>
    isField(target as Element) && isRadio(target as Field) && control.clearErrors((target as Field).name);
  form.addEventListener("change", onRadio, listening);
  // At the window, which is after React: new errors are rendered at once, and a field whose text is React's state would get back the text
  // that it had before what was typed reached React.
  window.addEventListener("input", (event) => event.target && changes.get(event.target)?.(event), listening);
  return {
    /** Checks all fields. Errors are reported, and the first invalid field gets the focus. */
    isValid: () =>
      new Promise<boolean>((resolve) => {
        registerFields(true);
        void control.handleSubmit(
          () => resolve(true),
          () => resolve(false),
        )();
      }),
    /** Shows errors that the server found, until their fields are changed. */
    setErrors: (errors: Record<string, string>) => {
      for (const [name, message] of Object.entries(errors)) control.setError(name, { message });
    },
    /** Stops listening to the fields. */
    stop: () => listening.abort(),
  };
}
