import { socialNames, weekdayNames } from "@/lib/settings/constants";
import { FieldGroup, Setting, SettingRows, TWO_COLUMNS } from "./fields";

const weekdays = weekdayNames.map((name, index) => [String(index + 1), name] as const);
const networks = [["", "Choose"], ...socialNames.map((name) => [name, name] as const)] as const;
const hours = { item: "hours", add: "Add hours", begin: { fromDay: "1", toDay: "6" }, focus: "fromDay" };

/** The facts of the shop: who runs it, where, when, and how to reach it. */
export const ShopFields = () => (
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
