"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";
import { toastFailure } from "@/components/admin/ui/toast-failure";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { Details } from "@/components/ui/details";
import { TextArea, TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import type { ActionFailure, FormAction } from "@/lib/http/action-state";
import { deliveryTexts, MAX_NOTE } from "@/lib/orders/constants";
import type { AdminOrder } from "@/lib/orders/serializers";
import { isTillSale } from "@/lib/payments/rules";

export type OrderFormProps = {
  order: AdminOrder;
  action: FormAction<AdminOrder>;
  /** Called with the saved order. */
  onSaved?: (order: AdminOrder, form: HTMLFormElement) => void;
};

type Options<V extends Record<string, string>> = {
  /** The title of the toast when it fails. */
  failed: string;
  /** The toast when it is saved. */
  done: string | ((saved: AdminOrder) => string);
  values: V;
  /** The refusal that the owner may overrule: the form shows it as a question, so it is no toast. */
  overrulable?: ActionFailure["code"];
  resetOnSuccess?: boolean;
  afterSuccess?: (saved: AdminOrder) => void;
};

/** The state of a form that changes an order and shows its outcome as a toast; `refusal` is the one that may be overruled. */
export function useOrderForm<V extends Record<string, string>>(
  { action, onSaved }: Pick<OrderFormProps, "action" | "onSaved">,
  { failed, done, overrulable, afterSuccess, ...options }: Options<V>,
) {
  const form = useActionForm(action, {
    ...options,
    failureText: failed,
    onSuccess(saved, element) {
      toast.success(typeof done === "string" ? done : done(saved));
      if (element) onSaved?.(saved, element);
      afterSuccess?.(saved);
    },
    toastFailure: (failure) => failure.code !== overrulable && toastFailure(failed, failure),
  });
  return { ...form, refusal: form.failure?.code === overrulable ? form.failure : null };
}

/** A part of an order's screen that is closed until it is needed; `open` opens it. */
export function Folded({ summary, open, children }: { summary: string; open: boolean; children: ReactNode }) {
  return (
    <Details open={open}>
      <summary className="font-semibold min-h-11 inline-flex items-center cursor-pointer">{summary}</summary>
      {children}
    </Details>
  );
}

type SaveButtonProps = { pending: boolean; pendingLabel?: string; children: ReactNode };

/** The button of an order's form. */
export function SaveButton({ pending, pendingLabel = "Saving...", children }: SaveButtonProps) {
  return (
    <div>
      <Button type="submit" kind="outline" pending={pending} pendingLabel={pendingLabel}>
        {children}
      </Button>
    </div>
  );
}

type OverruleRefusalProps = {
  /** Why it was refused, and the question whether it is meant. */
  question: string;
  /** The button's text: 'Record all the same'. */
  label: string;
  /** What the button sends: the value that was refused, so that only this one is accepted. */
  name: string;
  value?: string;
  pending: boolean;
  pendingLabel: string;
  children?: ReactNode;
};

/** A refusal inside a folded form that the owner can overrule knowingly. */
export function OverruleRefusal({ question, label, children, ...button }: OverruleRefusalProps) {
  const refusal = useRef<HTMLDivElement>(null);
  // The pressed button goes with its answer; the focus stays at the form.
  useLayoutEffect(() => {
    const shown = refusal.current;
    return () => {
      if (shown?.contains(document.activeElement)) shown.closest("details")?.querySelector("summary")?.focus();
    };
  }, []);
  return (
    <div ref={refusal} role="alert" className="bg-warning-soft text-warning p-3 katli-cut">
      <p className="font-medium num">{question}</p>
      {children}
      <Button type="submit" kind="danger" className="mt-3" {...button}>
        {label}
      </Button>
    </div>
  );
}

const failed = "Failed to update order";

/** The internal note and the correction of the delivery, which is recorded. The forms work without JavaScript. */
export function OrderForms(props: OrderFormProps) {
  return (
    <div className="mt-5 grid gap-4">
      <NoteForm {...props} />
      {!isTillSale(props.order) && <DeliveryForm {...props} />}
    </div>
  );
}

function NoteForm({ order, ...props }: OrderFormProps) {
  const { pending, formProps, field } = useOrderForm(props, {
    failed,
    done: "Note saved",
    values: { internalNote: order.internalNote ?? "" },
  });
  return (
    <form {...formProps} className="grid gap-2">
      <MadeFor />
      <input type="hidden" name="id" value={order.id} />
      <TextArea
        key={order.internalNote}
        label="Internal note"
        hint="Only admins see it"
        {...field("internalNote")}
        rows={2}
        maxLength={MAX_NOTE}
      />
      <SaveButton pending={pending}>Save note</SaveButton>
    </form>
  );
}

const fields = [
  ["recipientName", "Recipient name"],
  ["deliveryAddress", "Delivery address"],
  ["phoneNumber", "Phone number"],
] as const;

function DeliveryForm({ order, ...props }: OrderFormProps) {
  const { failure, pending, formProps, field } = useOrderForm(props, {
    failed,
    done: "Delivery details corrected",
    values: {
      recipientName: order.recipientName ?? "",
      deliveryAddress: order.deliveryAddress ?? "",
      phoneNumber: order.phoneNumber ?? "",
    },
  });
  return (
    <Folded summary="Correct delivery details" open={failure !== null}>
      <form {...formProps} className="grid gap-3 pt-2">
        <MadeFor />
        <input type="hidden" name="id" value={order.id} />
        {fields.map(([name, label]) => {
          // A new key shows the saved text after a correction.
          const key = `${name} ${order[name]}`;
          const input = { label, maxLength: deliveryTexts[name].max, ...field(name) };
          return name === "deliveryAddress" ? (
            <TextArea key={key} rows={2} {...input} />
          ) : (
            <TextField key={key} {...input} type={name === "phoneNumber" ? "tel" : "text"} />
          );
        })}
        <SaveButton pending={pending}>Save corrections</SaveButton>
      </form>
    </Folded>
  );
}
