import Link from "next/link";
import { customerKinds, ownerKinds, type SwitchableKind } from "@/db/constants/messages";
import type { Section } from "@/db/constants/settings";
import { settingBounds as bounds } from "@/lib/settings/constants";
import { addIntent, removeIntent, type SweetName } from "@/lib/settings/form-texts";
import { AreaFields, WindowFields } from "./delivery-fields";
import { FestivalFields } from "./festival-fields";
import { amount, digits, FieldGroup, Fields, RowButton, TWO_COLUMNS, useForm } from "./fields";
import { ShopFields } from "./shop-fields";

/** Until when no orders are taken, and why. Whether they are is said by the button that is pressed. */
function PauseFields() {
  return (
    <Fields
      grid={TWO_COLUMNS}
      fields={[
        {
          name: "until",
          label: "Not taking orders until",
          optional: true,
          type: "datetime-local",
          hint: "Until you reopen when empty",
        },
        {
          name: "reason",
          optional: true,
          maxLength: bounds.reason,
          hint: "Customers read it: 'Closed for Diwali'",
        },
      ]}
    />
  );
}

/** The bar above every page of the shop. */
function NoticeFields() {
  const form = useForm();
  const length = [...form.text("value.text")].length;
  const count = (
    <span className={length > bounds.notice ? "text-danger font-semibold" : undefined}>
      <span className="num">
        {length} of {bounds.notice}
      </span>{" "}
      characters. Without a text there is no bar.
    </span>
  );
  return (
    <Fields
      grid={TWO_COLUMNS}
      fields={[
        { name: "text", kind: "lines", rows: 2, className: "sm:col-span-2", hint: count },
        {
          name: "link",
          optional: true,
          maxLength: bounds.link,
          className: "sm:col-span-2",
          hint: "Where the bar leads: a page such as /products, or an address that begins with https://",
        },
        { name: "from", optional: true, type: "datetime-local", hint: "Now when empty" },
        { name: "to", optional: true, type: "datetime-local", hint: "Until you take it down when empty" },
      ]}
    />
  );
}

/** How customers can pay. */
function PaymentFields() {
  return (
    <>
      <FieldGroup
        title="UPI in advance"
        fields={[
          {
            name: "upiId",
            optional: true,
            hint: "Such as mithaas@okbank. Without one, checkout offers payment on delivery alone.",
          },
          {
            name: "payeeName",
            optional: true,
            maxLength: bounds.payeeName,
            hint: "What UPI apps show. The shop's name when empty.",
          },
          {
            name: "remindAfterHours",
            ...digits,
            hint: "Orders that are not paid after so many hours come first under Orders.",
          },
        ]}
      />
      <FieldGroup title="Payment on delivery">
        <Fields fields={[{ name: "cod.active", kind: "check" }]} />
        <div className="mt-2">
          <Fields
            grid={TWO_COLUMNS}
            fields={[
              {
                name: "cod.upTo",
                optional: true,
                ...amount,
                hint: "The total up to which an order can be paid on delivery. Any total when empty.",
              },
            ]}
          />
        </div>
      </FieldGroup>
    </>
  );
}

/** What invoices say about tax. */
function TaxFields() {
  const form = useForm();
  return (
    <>
      <Fields
        grid={TWO_COLUMNS}
        fields={[
          {
            name: "gstin",
            optional: true,
            hint: "Without one the shop issues bills of supply, without tax.",
          },
          { name: "prefix", hint: "Numbers look like INV/26-27/000123." },
        ]}
      />
      <FieldGroup title="Rates by HSN code">
        <p className="text-muted max-w-prose">
          A rate holds from its day on, for its code and every longer one that begins with it. Please have your
          accountant confirm them: they are what invoices state. What was issued does not change.
        </p>
        {form.rows("value.rates").map((row) => (
          <div key={row} className="grid gap-3 grid-cols-2 sm:grid-cols-[1fr_1fr_1fr_auto] items-start mt-3">
            <Fields
              at={row}
              fields={[
                { name: "hsn", label: "HSN code", ...digits },
                { name: "rate", label: "Rate (%)", ...amount },
                { name: "from", label: "From", type: "date" },
              ]}
            />
            <RowButton
              kind="remove"
              intent={removeIntent(row)}
              label={`Remove ${form.text(`${row}.hsn`) || "this rate"}`}
            />
          </div>
        ))}
        <div className="mt-3">
          <RowButton kind="add" intent={addIntent("value.rates")} label="Add a rate" />
        </div>
      </FieldGroup>
    </>
  );
}

/** Which events have a message. */
function MessageFields() {
  const switches = (kinds: readonly SwitchableKind[]) => (
    <div className="grid gap-x-6 sm:grid-cols-2">
      <Fields fields={kinds.map((name) => ({ name, kind: "check" }))} />
    </div>
  );
  return (
    <>
      <FieldGroup title="To customers">{switches(customerKinds)}</FieldGroup>
      <FieldGroup title="To you">
        {switches(ownerKinds)}
        <p className="text-muted text-sm mt-2">
          These go to the e-mail address for orders under Shop facts.{" "}
          <Link className="link" prefetch={false} href="/admin/messages">
            See all messages
          </Link>
        </p>
      </FieldGroup>
    </>
  );
}

/** Whether staff need a second factor. */
const SecurityFields = () => (
  <div>
    <Fields fields={[{ name: "requireSecondFactor", kind: "check" }]} />
    <p className="text-muted mt-2 max-w-prose">
      Whoever has none can only set one up, you included, from the moment that you save this; and keys that such a
      person has made do nothing until then.
    </p>
  </div>
);

/** The fields of each section. Festivals choose among the sweets. */
export const sectionFields: Record<Section, (props: { sweets: readonly SweetName[] }) => React.ReactNode> = {
  shop: ShopFields,
  areas: AreaFields,
  windows: WindowFields,
  pause: PauseFields,
  notice: NoticeFields,
  payments: PaymentFields,
  tax: TaxFields,
  messages: MessageFields,
  festivals: FestivalFields,
  security: SecurityFields,
};
