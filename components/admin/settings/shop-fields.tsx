import { TextField } from "@/components/ui/field";
import { fieldLabels } from "@/lib/settings/form-texts";
import { FieldGroup } from "./field-group";
import { AwardRows, HourRows, SocialRows, TeamRows } from "./shop-rows";
import type { SectionForm } from "./use-section-form";

const labels = fieldLabels.shop;

/** The facts of the shop: who runs it, where, when, and how to reach it. */
export function ShopFields({ form }: { form: SectionForm }) {
  const field = (name: keyof typeof labels) => ({ label: labels[name], ...form.field(`value.${name}`) });
  return (
    <>
      <FieldGroup title="Company">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field("legalName")} maxLength={120} autoComplete="organization" />
          <TextField
            {...field("fssai")}
            maxLength={14}
            inputMode="numeric"
            autoComplete="off"
            hint="14 digits, as on the licence"
          />
        </div>
      </FieldGroup>
      <FieldGroup title="Address">
        <div className="grid gap-4 sm:grid-cols-6">
          <TextField {...field("address.street")} maxLength={200} autoComplete="off" className="sm:col-span-6" />
          <TextField {...field("address.city")} maxLength={60} autoComplete="off" className="sm:col-span-2" />
          <TextField {...field("address.region")} maxLength={60} autoComplete="off" className="sm:col-span-2" />
          <TextField
            {...field("address.postalCode")}
            maxLength={6}
            inputMode="numeric"
            autoComplete="off"
            className="sm:col-span-2"
          />
        </div>
      </FieldGroup>
      <FieldGroup title="Telephone and e-mail">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field("phones.shop")} type="tel" maxLength={40} autoComplete="off" />
          <TextField {...field("phones.tollFree")} optional type="tel" maxLength={40} autoComplete="off" />
          <TextField {...field("emails.hello")} type="email" maxLength={254} autoComplete="off" />
          <TextField {...field("emails.orders")} type="email" maxLength={254} autoComplete="off" />
          <TextField {...field("emails.support")} type="email" maxLength={254} autoComplete="off" />
        </div>
      </FieldGroup>
      <FieldGroup title="Opening hours" hint="When customers can come. When boxes are brought is set under Windows.">
        <HourRows form={form} />
      </FieldGroup>
      <FieldGroup title="Grievance officer" hint="Whom customers can turn to, as the E-Commerce Rules ask.">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field("grievance.name")} label="Name" optional maxLength={120} autoComplete="off" />
          <TextField {...field("grievance.post")} label="Post" maxLength={120} autoComplete="off" />
          <TextField {...field("grievance.email")} label="E-mail" type="email" maxLength={254} autoComplete="off" />
          <TextField {...field("grievance.phone")} label="Telephone" type="tel" maxLength={40} autoComplete="off" />
        </div>
      </FieldGroup>
      <FieldGroup title="Social pages">
        <SocialRows form={form} />
      </FieldGroup>
      <FieldGroup title="Team" hint="Shown on the About page, by post.">
        <TeamRows form={form} />
      </FieldGroup>
      <FieldGroup title="Awards">
        <AwardRows form={form} />
      </FieldGroup>
    </>
  );
}
