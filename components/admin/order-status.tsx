"use client";

import { Button, type ButtonKind } from "@/components/ui/button";
import { failedOf, statusActions } from "./status-actions";
import { Told } from "./told";
import { useCancelQuestion } from "./use-cancel-question";
import { type FormAction, say, useFormAction } from "./use-form-action";

type StatusButtonsProps = {
  complete: boolean;
  pending: boolean;
  /** The look of those that do not stand out. */
  kind?: ButtonKind;
};

/** The buttons that set a status. */
export function StatusButtons({ complete, pending, kind: plain = "quiet" }: StatusButtonsProps) {
  return statusActions(complete).map(({ status, text, kind }) => (
    <Button
      key={status}
      type="submit"
      name="status"
      value={status}
      kind={kind === "quiet" ? plain : kind}
      size="sm"
      pending={pending}
    >
      {text}
    </Button>
  ));
}

type OrderStatusProps = {
  id: number;
  complete: boolean;
  action: FormAction;
  /** Hears of a status that was set. */
  onSet?: () => void;
  kind?: ButtonKind;
};

/** Sets the status of one order, and says what became of it; a plain post without JavaScript. */
export function OrderStatus({ id, complete, action, onSet, kind }: OrderStatusProps) {
  const { result, told, pending, form, send } = useFormAction(action, {
    failed: failedOf,
    onDone(data) {
      say(data);
      onSet?.();
    },
  });
  const { onSubmit, question } = useCancelQuestion(form.onSubmit, send);
  return (
    <>
      <form action={form.action} onSubmit={onSubmit} className="contents">
        <input type="hidden" name="id" value={id} />
        <StatusButtons complete={complete} pending={pending} kind={kind} />
      </form>
      <Told by={told} />
      {result?.ok === false && (
        <p role="alert" className="field-error whitespace-normal basis-full">
          {result.message}
        </p>
      )}
      {question}
    </>
  );
}
