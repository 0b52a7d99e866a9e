"use client";

import { useActionState, useEffect, useRef, useState } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { BatchOutcome } from "@/lib/orders/admin.server";
import { statusActions } from "./status-actions";
import { type FormAction, toastFailure } from "./use-form-result";

export type BatchAction = FormAction<BatchOutcome[]>;

type BatchBarProps = {
  /** The id of the form that the rows' checkboxes belong to. */
  id: string;
  action: BatchAction;
  /** Whether orders can be completed here. */
  complete: boolean;
};

/** Marks all ticked orders at once and says of each what became of it. */
export function BatchBar({ id, action, complete }: BatchBarProps) {
  const [result, submit] = useActionState(action, null);
  const form = useRef<HTMLFormElement>(null);
  const seen = useRef(result);
  const [ticked, setTicked] = useState(0);

  useEffect(() => {
    const count = () => setTicked(document.querySelectorAll(`input[form="${id}"]:checked`).length);
    count();
    document.addEventListener("change", count);
    document.addEventListener("reset", count);
    return () => {
      document.removeEventListener("change", count);
      document.removeEventListener("reset", count);
    };
  }, [id]);

  useEffect(() => {
    if (!result || result === seen.current) return;
    seen.current = result;
    if (!result.ok) return toastFailure("Failed to update order", result.message);
    const failed = result.data.filter((outcome) => !outcome.ok).length;
    const done = result.data.length - failed;
    if (failed === 0) toast.success(`${done} ${done === 1 ? "order" : "orders"} updated`);
    else toast.warning(`${done} updated, ${failed} not`);
    setTicked(0);
  }, [result]);

  return (
    <div className="mt-3">
      <form
        ref={form}
        id={id}
        action={submit}
        className="flex flex-wrap items-center gap-2"
        data-for={ticked === 0 ? "neutral" : undefined}
        aria-label="Several orders"
      >
        <span className="text-muted num" data-for="visitor customer admin">
          {ticked} selected:
        </span>
        <span className="text-muted" data-for="neutral">
          Selected orders:
        </span>
        <BatchButtons complete={complete} />
      </form>
      {result?.ok === false && (
        <p role="alert" className="field-error">
          {result.message}
        </p>
      )}
      {result?.ok && (
        <ul className="text-sm mt-2 num" role="status">
          {result.data.map((outcome) => (
            <li key={outcome.id} className={outcome.ok ? "text-muted" : "text-danger font-medium"}>
              #{outcome.id}: {outcome.message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function BatchButtons({ complete }: { complete: boolean }) {
  const { pending } = useFormStatus();
  return statusActions(complete).map(({ status, text, kind }) => (
    <Button
      key={status}
      type="submit"
      name="status"
      value={status}
      kind={kind === "quiet" ? "outline" : kind}
      size="sm"
      pending={pending}
    >
      {text}
    </Button>
  ));
}
