import { unstable_rethrow } from "next/navigation";
import { type FormEvent, useActionState, useEffect, useRef, useState, useTransition } from "react";
import { toast } from "@/components/ui/toast";
import type { Validation } from "./validation";

/** What an enquiry's action answers: the receipt with its number, or what is wrong together with what was typed. */
export type EnquiryState =
  | { ok: true; data: { id: number; message: string } }
  | { ok: false; message: string; fields: Record<string, string>; values: Record<string, string> }
  | null;
export type EnquiryAction = (state: EnquiryState, form: FormData) => Promise<EnquiryState>;

/** The connection was lost: what was typed stays in its fields. */
const lost = (form: FormData): EnquiryState => ({
  ok: false,
  message: "An error occurred",
  fields: {},
  values: Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === "string")),
});

/**
 * The behaviour of both enquiry forms. The form posts to its server action as it stands, with or without JavaScript; the
 * checks in the browser (react-hook-form with the server's own schema) are fetched when someone begins to type.
 */
export function useEnquiryForm(action: EnquiryAction, kind: "contact" | "custom-order") {
  const [posted, dispatch, posting] = useActionState(action, null);
  const [answered, setAnswered] = useState<EnquiryState>(null);
  const [sending, startTransition] = useTransition();
  const state = answered ?? posted;
  const pending = posting || sending;
  const [errors, setErrors] = useState<Record<string, string>>();
  const [alive, setAlive] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const receipt = useRef<HTMLDivElement>(null);
  /** From the press on: a double click is one message. */
  const busy = useRef(false);
  const validation = useRef<Promise<Validation | undefined>>(undefined);

  useEffect(() => setAlive(true), []);

  useEffect(() => {
    if (!state) return;
    setErrors(undefined);
    if (state.ok) {
      form.current?.reset();
      void validation.current?.then((checks) => checks?.stop());
      validation.current = undefined;
      toast.success(state.data.message);
      // The button that was pressed is at the other end of the form.
      receipt.current?.focus();
    } else {
      const first = Object.keys(state.fields)[0];
      if (first) (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus();
    }
  }, [state]);

  function prepare() {
    validation.current ??= import("./validation").then(
      ({ startValidation }) => (form.current ? startValidation(form.current, kind, setErrors) : undefined),
      () => undefined,
    );
    return validation.current;
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending || busy.current) return;
    busy.current = true;
    const target = event.currentTarget;
    const checks = await prepare();
    if (checks && !(await checks.passes())) {
      busy.current = false;
      return;
    }
    startTransition(async () => {
      const typed = new FormData(target);
      let answer: EnquiryState;
      try {
        answer = await action(null, typed);
      } catch (error) {
        unstable_rethrow(error);
        answer = lost(typed);
      }
      busy.current = false;
      startTransition(() => setAnswered(answer));
    });
  }

  return {
    pending,
    notices: {
      receipt,
      /** The number of what was sent, to be quoted later. */
      number: state?.ok ? state.data.id : undefined,
      /** The thanks, for those without JavaScript; the others get a toast. */
      sent: state?.ok && !alive ? state.data.message : undefined,
      /** The message of a refusal that belongs to no field. */
      refusal: state && !state.ok && Object.keys(state.fields).length === 0 ? state.message : undefined,
    },
    errors: errors ?? (state && !state.ok ? state.fields : {}),
    values: state && !state.ok ? state.values : {},
    formProps: { ref: form, action: dispatch, noValidate: alive, onSubmit, onFocus: () => void prepare() },
  };
}
