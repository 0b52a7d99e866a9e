"use client";

import { useEffect, useRef, useState } from "react";
import type { OrderFormProps } from "@/components/admin/payments/order-payments";
import { ActionForm, FormArea, SaveButton } from "@/components/admin/ui/action-form";
import { Button } from "@/components/ui/button";
import type { FormAction } from "@/lib/http/action-state";
import type { ShownOrder } from "@/lib/messages/order-whatsapp";
import { MAX_NOTE } from "@/lib/orders/constants";

/** The internal note, with the one that it was made from: when somebody else has written another since, both are shown. */
export function NoteForm({ order, action, onSaved }: OrderFormProps & { action: FormAction<ShownOrder> }) {
  const stored = order.internalNote ?? "";
  // The note that what is typed was made from. It stays when the page brings another one meanwhile.
  const [base, setBase] = useState(stored);
  const [takes, setTakes] = useState(0);
  const isTyped = useRef(false);

  function show(note: string) {
    isTyped.current = false;
    setBase(note);
  }

  useEffect(() => {
    if (!isTyped.current) setBase(stored);
  }, [stored]);

  return (
    <div
      onInput={() => {
        isTyped.current = true;
      }}
    >
      <ActionForm
        key={takes}
        action={action}
        failed="Failed to update order"
        fields={{ id: order.id, noteWas: base }}
        values={{ internalNote: base }}
        done="Note saved"
        onDone={(saved, form) => {
          show(saved.internalNote ?? "");
          onSaved?.(saved, form);
        }}
        question={{
          code: "stale_version",
          ask: ({ note }) => `In the meantime ${note?.by ?? "somebody"} ${note?.text ? "wrote:" : "emptied the note."}`,
          label: "Keep mine",
          name: "noteWas",
          value: ({ note }) => note?.text ?? "",
          more: ({ note }) => (
            <>
              <p className="whitespace-pre-wrap">{note?.text}</p>
              <Button
                kind="outline"
                className="mt-3 mr-3"
                onClick={() => {
                  show(note?.text ?? "");
                  setTakes(takes + 1);
                }}
              >
                Take theirs
              </Button>
            </>
          ),
        }}
        button={<SaveButton kind="outline">Save note</SaveButton>}
      >
        <FormArea label="Internal note" hint="Only admins see it" name="internalNote" rows={2} maxLength={MAX_NOTE} />
      </ActionForm>
    </div>
  );
}
