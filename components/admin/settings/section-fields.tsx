import Link from "next/link";
import type { ReactNode } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { DayCalendar } from "@/components/admin/ui/day-calendar";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { Check, FieldError } from "@/components/ui/field";
import { customerKinds, ownerKinds, type SwitchableKind } from "@/db/constants/messages";
import type { Section } from "@/db/constants/settings";
import { settingBounds, socialNames, weekdayNames } from "@/lib/settings/constants";
import type { SweetName } from "@/lib/settings/form-texts";
import { AreaFields, WindowFields } from "./delivery-fields";
import { FieldGroup, Setting, SettingCards, SettingList, SettingRows, TWO_COLUMNS, useSetting } from "./fields";

const weekdays = weekdayNames.map((name, index) => [String(index + 1), name] as const);
const networks = [["", "Choose"], ...socialNames.map((name) => [name, name] as const)] as const;
const noGateway = "Payment online needs the keys of Razorpay on the server: see docs/operations.md.";
const hours = { item: "hours", add: "Add hours", begin: { fromDay: "1", toDay: "6" }, focus: "fromDay" };

const ShopFields = () => (
  <>
    <FieldGroup title="Company" className={TWO_COLUMNS}>
      <Setting name="legalName" autoComplete="organization" />
      <Setting name="fssai" inputMode="numeric" hint="14 digits, as on the licence" />
    </FieldGroup>
    <FieldGroup title="Address" className="grid gap-4 sm:grid-cols-6">
      <Setting name="address.street" className="sm:col-span-6" />
      <Setting name="address.city" className="sm:col-span-2" />
      <Setting name="address.region" className="sm:col-span-2" />
      <Setting name="address.postalCode" inputMode="numeric" className="sm:col-span-2" />
    </FieldGroup>
    <FieldGroup title="Telephone and e-mail" className={TWO_COLUMNS}>
      <Setting name="phones.shop" type="tel" />
      <Setting name="phones.tollFree" type="tel" />
      <Setting name="emails.hello" />
      <Setting name="emails.orders" />
      <Setting name="emails.support" />
    </FieldGroup>
    <FieldGroup title="Opening hours" hint="When customers can come. When boxes are brought is set under Windows.">
      <SettingRows list="hours" {...hours} columns="grid-cols-2 lg:grid-cols-4">
        <Setting name="fromDay" label="From" options={weekdays} />
        <Setting name="toDay" label="To" options={weekdays} />
        <Setting name="opens" label="Opens" type="time" />
        <Setting name="closes" label="Closes" type="time" />
      </SettingRows>
    </FieldGroup>
    <FieldGroup
      title="Grievance officer"
      hint="Whom customers can turn to, as the E-Commerce Rules ask."
      className={TWO_COLUMNS}
    >
      <Setting name="grievance.name" label="Name" />
      <Setting name="grievance.post" label="Post" />
      <Setting name="grievance.email" label="E-mail" />
      <Setting name="grievance.phone" label="Telephone" type="tel" />
    </FieldGroup>
    <FieldGroup title="Social pages">
      <SettingRows list="social" item="page" add="Add a page" focus="name" columns="sm:grid-cols-[10rem_1fr]">
        <Setting name="name" label="Network" options={networks} />
        <Setting name="url" label="Address" type="url" />
      </SettingRows>
    </FieldGroup>
    <FieldGroup title="Team" hint="Shown on the About page, by post.">
      <SettingRows list="team" item="post" add="Add a post" focus="post" columns="sm:grid-cols-[14rem_1fr]">
        <Setting name="post" label="Post" />
        <Setting name="about" label="What they do" lines={2} />
      </SettingRows>
    </FieldGroup>
    <FieldGroup title="Awards">
      <SettingRows list="awards" item="award" add="Add an award" focus="year" columns="sm:grid-cols-[6rem_1fr_1fr]">
        <Setting name="year" label="Year" />
        <Setting name="title" label="Award" />
        <Setting name="by" label="Given by" />
      </SettingRows>
    </FieldGroup>
  </>
);

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

function TaxFields() {
  const rates: { hsn: string }[] = useWatch({ name: "value.rates" });
  const removal = (at: number) => `Remove ${rates[at]?.hsn || "this rate"}`;
  return (
    <>
      <Registration />
      <div className={TWO_COLUMNS}>
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

/** Whether the shop has a GSTIN. That it has none is an answer too. */
function Registration() {
  const { field } = useController({ name: "value.registered" });
  const { setValue } = useFormContext();
  const choice = (registered: boolean, text: string) => (
    <Check
      type="radio"
      name="registered"
      checked={field.value === registered}
      onChange={() => {
        field.onChange(registered);
        if (!registered) setValue("value.gstin", "");
      }}
    >
      {text}
    </Check>
  );
  return (
    <FieldGroup title="Goods and services tax">
      {choice(false, "Not registered: the shop issues bills of supply, without tax")}
      {choice(true, "Registered: the shop issues tax invoices")}
      {field.value && (
        <div className={`${TWO_COLUMNS} mt-2`}>
          <Setting name="gstin" optional={false} />
        </div>
      )}
    </FieldGroup>
  );
}

type SweetsProps = { sweets: readonly SweetName[] };
/** `today`: the shop's. `hasGateway`: customers can pay online once that is switched on. */
type FieldsProps = SweetsProps & { today: string; hasGateway?: boolean };

const FestivalFields = ({ sweets, today }: FieldsProps) => (
  <SettingCards item="festival" add="Add a festival" empty="No festivals: days are booked as on every other day.">
    {({ name }) => (
      <>
        <div className={TWO_COLUMNS}>
          <Setting name="name" />
          <Setting name="slug" optional hint="Such as diwali. Made from the name when empty." />
          <Setting name="opensAt" />
          <Setting name="closesAt" />
          <FestivalDays today={today} />
          <Setting name="text" lines={6} hint="Customers read it on the festival's page." />
        </div>
        <FestivalSweets of={name} sweets={sweets} />
      </>
    )}
  </SettingCards>
);

function FestivalDays({ today }: { today: string }) {
  const { field, label, error } = useSetting("days");
  const days = (field.value as string).split("\n").filter(Boolean);
  return (
    <DayCalendar
      ref={field.ref}
      label={label ?? ""}
      error={error}
      days={days}
      today={today}
      onChange={(chosen) => field.onChange(chosen.join("\n"))}
    />
  );
}

/** The sweets of a festival. One that was deleted since stays with it until it is taken out. */
function FestivalSweets({ of, sweets }: SweetsProps & { of: string }) {
  const { field, error } = useSetting("sweets");
  const ids: string[] = field.value;
  const isChosen = ({ id }: SweetName) => ids.includes(String(id));
  const change = (id: string, chosen: boolean) =>
    field.onChange(chosen ? [...ids, id] : ids.filter((other) => other !== id));
  const chosen = sweets.filter(isChosen).map(({ name }) => name);
  const summary = (
    <>
      <span>
        Sweets<span className="sr-only"> of {of}</span>
      </span>{" "}
      <span className="text-muted font-normal">{chosen.join(", ") || "None chosen yet"}</span>
    </>
  );
  return (
    <Disclosure className="mt-4 border border-border bg-surface px-3" open={error !== undefined} summary={summary}>
      <div className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3 -mx-3 px-3 pb-2 border-t border-border max-h-80 overflow-y-auto">
        {sweets
          .filter((sweet) => isChosen(sweet) || !sweet.deleted)
          .map((sweet) => (
            <Check
              key={sweet.id}
              checked={isChosen(sweet)}
              onChange={({ target }) => change(String(sweet.id), target.checked)}
            >
              {sweet.name}
              {sweet.deleted && " (deleted)"}
            </Check>
          ))}
      </div>
      {error && <FieldError className="pb-2">{error}</FieldError>}
    </Disclosure>
  );
}

const switches = (kinds: readonly SwitchableKind[]) => (
  <div className="grid gap-x-6 sm:grid-cols-2">
    {kinds.map((kind) => (
      <Setting key={kind} name={kind} />
    ))}
  </div>
);

export const sectionFields: Record<Section, (props: FieldsProps) => ReactNode> = {
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
  payments: ({ hasGateway }) => (
    <>
      <FieldGroup title="Pay online" hint={hasGateway ? undefined : noGateway} className={TWO_COLUMNS}>
        <Setting name="online.active" className="col-span-full" />
        <Setting name="online.holdMinutes" hint="15 to 120. An order that is not paid by then is cancelled." />
      </FieldGroup>
      <FieldGroup title="UPI in advance" className={TWO_COLUMNS}>
        <Setting name="upiId" hint="Such as mithaas@okbank. Without one, nobody can pay to it in advance." />
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
  security: () => (
    <div>
      <Setting name="requireSecondFactor" />
      <p className="text-muted mt-2 max-w-prose">
        From the moment you save this, staff without a second factor can only set one up. That includes you. API keys
        that they have made stop working until then.
      </p>
    </div>
  ),
};
