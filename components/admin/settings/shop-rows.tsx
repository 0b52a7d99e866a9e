import { SelectField, TextArea, TextField } from "@/components/ui/field";
import { socialNames } from "@/lib/settings/constants";
import { weekdayNames } from "@/lib/settings/form-texts";
import { Rows } from "./rows";
import type { SectionForm } from "./use-section-form";

type Props = { form: SectionForm };

const weekdayOptions = weekdayNames.map((name, index) => (
  <option key={name} value={index + 1}>
    {name}
  </option>
));

export function HourRows({ form }: Props) {
  return (
    <Rows form={form} list="value.hours" item="hours" add="Add hours" grid="grid-cols-2 lg:grid-cols-4">
      {(row) => (
        <>
          <SelectField label="From" {...form.field(`${row}.fromDay`)}>
            {weekdayOptions}
          </SelectField>
          <SelectField label="To" {...form.field(`${row}.toDay`)}>
            {weekdayOptions}
          </SelectField>
          <TextField label="Opens" type="time" {...form.field(`${row}.opens`)} />
          <TextField label="Closes" type="time" {...form.field(`${row}.closes`)} />
        </>
      )}
    </Rows>
  );
}

export function SocialRows({ form }: Props) {
  return (
    <Rows form={form} list="value.social" item="page" add="Add a page" grid="sm:grid-cols-[10rem_1fr]">
      {(row) => (
        <>
          <SelectField label="Network" {...form.field(`${row}.name`)}>
            <option value="">Choose</option>
            {socialNames.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
          <TextField label="Address" type="url" maxLength={500} {...form.field(`${row}.url`)} />
        </>
      )}
    </Rows>
  );
}

export function TeamRows({ form }: Props) {
  return (
    <Rows form={form} list="value.team" item="post" add="Add a post" grid="sm:grid-cols-[14rem_1fr]">
      {(row) => (
        <>
          <TextField label="Post" maxLength={120} {...form.field(`${row}.post`)} />
          <TextArea label="What they do" rows={2} maxLength={400} {...form.field(`${row}.about`)} />
        </>
      )}
    </Rows>
  );
}

export function AwardRows({ form }: Props) {
  return (
    <Rows form={form} list="value.awards" item="award" add="Add an award" grid="sm:grid-cols-[6rem_1fr_1fr]">
      {(row) => (
        <>
          <TextField label="Year" inputMode="numeric" maxLength={4} {...form.field(`${row}.year`)} />
          <TextField label="Award" maxLength={120} {...form.field(`${row}.title`)} />
          <TextField label="Given by" maxLength={120} {...form.field(`${row}.by`)} />
        </>
      )}
    </Rows>
  );
}
