import Link from "next/link";
import { useState } from "react";
import { shortWhenText } from "@/components/admin/orders/fulfilment";
import { failureOfLost } from "@/components/forms/lost-answer";
import { Button } from "@/components/ui/button";
import { TextArea, TextField } from "@/components/ui/field";
import { MAX_PERSONAL_MESSAGE } from "@/db/constants/orders";
import { MAX_EMAIL, MAX_NAME, MAX_PHONE } from "@/db/constants/text";
import { formatShortDate } from "@/lib/dates";
import type { ActionState } from "@/lib/http/action-state";
import type { KnownCaller } from "@/lib/orders/caller-queries";
import { deliveryTexts, forTexts, optionalTexts } from "@/lib/orders/constants";

export type FindCaller = (phone: string) => Promise<ActionState<KnownCaller | null>>;

/** Texts of an order for later, before anything is typed. */
export const customerTexts = {
  name: "",
  phone: "",
  email: "",
  ...forTexts(() => ""),
  personalMessage: "",
};

type CustomerFieldsProps = {
  field: (name: keyof typeof customerTexts) => { name: string; defaultValue: string; error?: string };
  findCaller: FindCaller;
  onFound: (caller: KnownCaller) => void;
};

/** Who orders, and who gets it. The telephone number finds the last order. */
export function CustomerFields({ field, findCaller, onFound }: CustomerFieldsProps) {
  const [found, setFound] = useState<ActionState<KnownCaller | null> | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const last = found?.ok ? found.data : null;
  const half = "grid gap-4 sm:grid-cols-2";

  async function find(form: HTMLFormElement | null) {
    setIsFinding(true);
    const answer = await findCaller(String(new FormData(form ?? undefined).get("phone"))).catch((error) =>
      failureOfLost(error, "An error occurred"),
    );
    setIsFinding(false);
    setFound(answer);
    if (answer.ok && answer.data) onFound(answer.data);
  }

  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <TextField
          label="Phone"
          type="tel"
          maxLength={MAX_PHONE}
          autoComplete="off"
          className="grow basis-48"
          {...field("phone")}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            void find(event.currentTarget.form);
          }}
        />
        <Button
          kind="outline"
          className="sm:mt-6.5"
          data-for="visitor customer admin"
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
      <div className={half}>
        <TextField label="Name" maxLength={MAX_NAME} autoComplete="off" {...field("name")} />
        <TextField label="E-mail" optional maxLength={MAX_EMAIL} autoComplete="off" {...field("email")} />
      </div>
      <TextArea
        label="Address"
        hint="Not needed when it is picked up"
        rows={2}
        maxLength={deliveryTexts.deliveryAddress.max}
        autoComplete="off"
        {...field("deliveryAddress")}
      />
      <div className={half}>
        <TextField
          label="Recipient"
          optional
          hint="If it is somebody else"
          maxLength={deliveryTexts.recipientName.max}
          {...field("recipientName")}
        />
        <TextField label="Recipient's phone" optional type="tel" maxLength={MAX_PHONE} {...field("phoneNumber")} />
      </div>
      <div className={half}>
        {optionalTexts.map((name) => {
          const { label, max } = deliveryTexts[name];
          return <TextField key={name} label={label} optional maxLength={max} autoComplete="off" {...field(name)} />;
        })}
        <TextField
          label="Message for the card"
          optional
          maxLength={MAX_PERSONAL_MESSAGE}
          {...field("personalMessage")}
        />
      </div>
    </>
  );
}
