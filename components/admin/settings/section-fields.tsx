import Link from "next/link";
import { useWatch } from "react-hook-form";
import { customerKinds, ownerKinds, type SwitchableKind } from "@/db/constants/messages";
import type { Section } from "@/db/constants/settings";
import { settingBounds } from "@/lib/settings/constants";
import type { SweetName } from "@/lib/settings/form-texts";
import { AreaFields, WindowFields } from "./delivery-fields";
import { FestivalFields } from "./festival-fields";
import { FieldGroup, Setting, SettingList, TWO_COLUMNS } from "./fields";
import { ShopFields } from "./shop-fields";

/** The bar above every page of the shop. */
function NoticeFields() {
  const length = [...useWatch({ name: "value.text" })].length;
  const count = (
    <span className={length > settingBounds.notice ? "text-danger font-semibold" : undefined}>
      <span className="num">
        {length} of {settingBounds.notice}
      </span>{" "}
      characters. Without a text there is no bar.
    </span>
  );
  const linkHint = "Where the bar leads: a page such as /products, or an address that begins with https://";
  return (
    <div className={TWO_COLUMNS}>
      {/* What is too long is counted, not cut off. */}
      <Setting name="text" lines={2} optional={false} maxLength={undefined} className="sm:col-span-2" hint={count} />
      <Setting name="link" className="sm:col-span-2" hint={linkHint} />
      <Setting name="from" hint="Now when empty" />
      <Setting name="to" hint="Until you take it down when empty" />
    </div>
  );
}

/** What invoices say about tax. */
function TaxFields() {
  const rates: { hsn: string }[] = useWatch({ name: "value.rates" });
  const removal = (at: number) => `Remove ${rates[at]?.hsn || "this rate"}`;
  return (
    <>
      <div className={TWO_COLUMNS}>
        <Setting name="gstin" hint="Without one the shop issues bills of supply, without tax." />
        <Setting name="prefix" hint="Numbers look like INV/26-27/000123." />
      </div>
      <FieldGroup title="Rates by HSN code">
        <p className="text-muted max-w-prose mb-3">
          A rate holds from its day on, for its code and every longer one that begins with it. Please have your
          accountant confirm them: they are what invoices state. What was issued does not change.
        </p>
        <SettingList list="rates" item="rate" add="Add a rate" removal={removal} focus="hsn">
          {(remove) => (
            <div className="grid gap-3 grid-cols-2 sm:grid-cols-[1fr_1fr_1fr_auto] items-start">
              <Setting name="hsn" label="HSN code" inputMode="numeric" />
              <Setting name="rate" label="Rate (%)" />
              <Setting name="from" label="From" />
              {remove}
            </div>
          )}
        </SettingList>
      </FieldGroup>
    </>
  );
}

const switches = (kinds: readonly SwitchableKind[]) => (
  <div className="grid gap-x-6 sm:grid-cols-2">
    {kinds.map((kind) => (
      <Setting key={kind} name={kind} />
    ))}
  </div>
);

/** The fields of each section. Festivals choose among the sweets. */
export const sectionFields: Record<Section, (props: { sweets: readonly SweetName[] }) => React.ReactNode> = {
  shop: ShopFields,
  areas: AreaFields,
  windows: WindowFields,
  /** Until when no orders are taken, and why. Whether they are is said by the button that is pressed. */
  pause: () => (
    <div className={TWO_COLUMNS}>
      <Setting name="until" label="Not taking orders until" hint="Until you reopen when empty" />
      <Setting name="reason" hint="Customers read it: 'Closed for Diwali'" />
    </div>
  ),
  notice: NoticeFields,
  /** How customers can pay. */
  payments: () => (
    <>
      <FieldGroup title="UPI in advance" className={TWO_COLUMNS}>
        <Setting name="upiId" hint="Such as mithaas@okbank. Without one, checkout offers payment on delivery alone." />
        <Setting name="payeeName" hint="What UPI apps show. The shop's name when empty." />
        <Setting name="remindAfterHours" hint="Orders that are not paid after so many hours come first under Orders." />
      </FieldGroup>
      <FieldGroup title="Payment on delivery">
        <Setting name="cod.active" />
        <div className={`${TWO_COLUMNS} mt-2`}>
          <Setting
            name="cod.upTo"
            hint="The total up to which an order can be paid on delivery. Any total when empty."
          />
        </div>
      </FieldGroup>
    </>
  ),
  tax: TaxFields,
  /** Which events have a message. */
  messages: () => (
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
  ),
  festivals: FestivalFields,
  /** Whether staff need a second factor. */
  security: () => (
    <div>
      <Setting name="requireSecondFactor" />
      <p className="text-muted mt-2 max-w-prose">
        Whoever has none can only set one up, you included, from the moment that you save this; and keys that such a
        person has made do nothing until then.
      </p>
    </div>
  ),
};
