import Link from "next/link";
import { type ComponentProps, useState } from "react";
import { shortWhenText } from "@/components/admin/orders/fulfilment";
import { useCallAction } from "@/components/admin/ui/action-form";
import { Button } from "@/components/ui/button";
import { TextArea, TextField } from "@/components/ui/field";
import { MAX_PERSONAL_MESSAGE } from "@/db/constants/orders";
import { MAX_EMAIL, MAX_NAME, MAX_PHONE } from "@/db/constants/text";
import { formatShortDate } from "@/lib/dates";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import type { KnownCaller } from "@/lib/orders/caller-queries";
import { deliveryTexts, forTexts, optionalTexts } from "@/lib/orders/constants";

/** Texts of an order for later, before anything is typed. */
export const customerTexts = { name: "", phone: "", email: "", ...forTexts(() => ""), personalMessage: "" };

type CustomerFieldsProps = {
  field: (name: keyof typeof customerTexts) => { name: string; defaultValue: string; error?: string };
  findCaller: FormAction<KnownCaller | null>;
  onFound: (caller: KnownCaller) => void;
};

/** Who orders, and who gets it. The telephone number finds the last order. */
export function CustomerFields({ field, findCaller, onFound }: CustomerFieldsProps) {
  const [found, setFound] = useState<ActionState<KnownCaller | null> | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const callAction = useCallAction();
  const last = found?.ok ? found.data : null;
  const text = (name: keyof typeof customerTexts, props: ComponentProps<typeof TextField>) => (
    <TextField key={name} autoComplete="off" {...field(name)} {...props} />
  );

  async function find(form: HTMLFormElement | null) {
    setIsFinding(true);
    const phone = String(new FormData(form ?? undefined).get("phone"));
    const answer = await callAction(findCaller, { phone }, "An error occurred");
    setIsFinding(false);
    setFound(answer);
    if (answer.ok && answer.data) onFound(answer.data);
  }

  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        {text("phone", {
          label: "Phone",
          type: "tel",
          maxLength: MAX_PHONE,
          className: "grow basis-48",
          onKeyDown(event) {
            if (event.key !== "Enter") return;
            event.preventDefault();
            void find(event.currentTarget.form);
          },
        })}
        <Button
          kind="outline"
          className="sm:mt-6.5"
          pending={isFinding}
          onClick={(event) => void find(event.currentTarget.form)}
        >
          Find last order
        </Button>
        <p role="status" className="basis-full text-muted num empty:hidden">
          {found && !last && (found.ok ? "No order has this number yet." : found.message)}
          {last && (
            <>
              Last order{" "}
              <Link className="link" href={`/admin/orders/${last.id}`} target="_blank" prefetch={false}>
                #{last.id}
              </Link>{" "}
              of {formatShortDate(last.createdAt)}: {shortWhenText(last)}
            </>
          )}
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {text("name", { label: "Name", maxLength: MAX_NAME })}
        {text("email", { label: "E-mail", optional: true, maxLength: MAX_EMAIL })}
        <TextArea
          label="Address"
          hint="Not needed when it is picked up"
          rows={2}
          maxLength={deliveryTexts.deliveryAddress.max}
          autoComplete="off"
          className="sm:col-span-2"
          {...field("deliveryAddress")}
        />
        {text("recipientName", {
          label: "Recipient",
          optional: true,
          hint: "If it is somebody else",
          maxLength: deliveryTexts.recipientName.max,
        })}
        {text("phoneNumber", { label: "Recipient's phone", optional: true, type: "tel", maxLength: MAX_PHONE })}
        {optionalTexts.map((name) =>
          text(name, { label: deliveryTexts[name].label, optional: true, maxLength: deliveryTexts[name].max }),
        )}
        {text("personalMessage", { label: "Message for the card", optional: true, maxLength: MAX_PERSONAL_MESSAGE })}
      </div>
    </>
  );
}
