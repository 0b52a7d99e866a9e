import { MAX_EMAIL, MAX_NAME, MAX_PHONE } from "@/db/constants/text";
import { settingBounds as bounds, socialNames, weekdayNames } from "@/lib/settings/constants";
import { digits, FieldGroup } from "./fields";

const weekdays = weekdayNames.map((name, index) => [String(index + 1), name] as const);
const tel = { type: "tel", maxLength: MAX_PHONE };
const email = { type: "email", maxLength: MAX_EMAIL };

/** The facts of the shop: who runs it, where, when, and how to reach it. */
export function ShopFields() {
  return (
    <>
      <FieldGroup
        title="Company"
        fields={[
          { name: "legalName", maxLength: bounds.name, autoComplete: "organization" },
          { name: "fssai", ...digits, hint: "14 digits, as on the licence" },
        ]}
      />
      <FieldGroup
        title="Address"
        grid="sm:grid-cols-6"
        fields={[
          { name: "address.street", maxLength: bounds.street, className: "sm:col-span-6" },
          { name: "address.city", maxLength: bounds.place, className: "sm:col-span-2" },
          { name: "address.region", maxLength: bounds.place, className: "sm:col-span-2" },
          { name: "address.postalCode", ...digits, className: "sm:col-span-2" },
        ]}
      />
      <FieldGroup
        title="Telephone and e-mail"
        fields={[
          { name: "phones.shop", ...tel },
          { name: "phones.tollFree", optional: true, ...tel },
          { name: "emails.hello", ...email },
          { name: "emails.orders", ...email },
          { name: "emails.support", ...email },
        ]}
      />
      <FieldGroup
        title="Opening hours"
        hint="When customers can come. When boxes are brought is set under Windows."
        list="value.hours"
        item="hours"
        add="Add hours"
        grid="grid-cols-2 lg:grid-cols-4"
        fields={[
          { name: "fromDay", label: "From", options: weekdays },
          { name: "toDay", label: "To", options: weekdays },
          { name: "opens", label: "Opens", type: "time" },
          { name: "closes", label: "Closes", type: "time" },
        ]}
      />
      <FieldGroup
        title="Grievance officer"
        hint="Whom customers can turn to, as the E-Commerce Rules ask."
        fields={[
          { name: "grievance.name", label: "Name", optional: true, maxLength: MAX_NAME },
          { name: "grievance.post", label: "Post", maxLength: bounds.name },
          { name: "grievance.email", label: "E-mail", ...email },
          { name: "grievance.phone", label: "Telephone", ...tel },
        ]}
      />
      <FieldGroup
        title="Social pages"
        list="value.social"
        item="page"
        add="Add a page"
        grid="sm:grid-cols-[10rem_1fr]"
        fields={[
          {
            name: "name",
            label: "Network",
            options: [["", "Choose"], ...socialNames.map((name) => [name, name] as const)],
          },
          { name: "url", label: "Address", type: "url", maxLength: bounds.link },
        ]}
      />
      <FieldGroup
        title="Team"
        hint="Shown on the About page, by post."
        list="value.team"
        item="post"
        add="Add a post"
        grid="sm:grid-cols-[14rem_1fr]"
        fields={[
          { name: "post", label: "Post", maxLength: bounds.name },
          { name: "about", label: "What they do", kind: "lines", rows: 2, maxLength: bounds.about },
        ]}
      />
      <FieldGroup
        title="Awards"
        list="value.awards"
        item="award"
        add="Add an award"
        grid="sm:grid-cols-[6rem_1fr_1fr]"
        fields={[
          { name: "year", label: "Year", ...digits },
          { name: "title", label: "Award", maxLength: bounds.name },
          { name: "by", label: "Given by", maxLength: bounds.name },
        ]}
      />
    </>
  );
}
