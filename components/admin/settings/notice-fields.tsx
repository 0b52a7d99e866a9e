import { TextArea, TextField } from "@/components/ui/field";
import { settingBounds } from "@/lib/settings/constants";
import { fieldLabels } from "@/lib/settings/form-texts";
import type { SectionForm } from "./use-section-form";

const labels = fieldLabels.notice;

/** The bar above every page of the shop. */
export function NoticeFields({ form }: { form: SectionForm }) {
  const length = [...form.text("value.text")].length;
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextArea
        label={labels.text}
        rows={2}
        className="sm:col-span-2"
        {...form.field("value.text")}
        hint={
          <span className={length > settingBounds.notice ? "text-danger font-semibold" : undefined}>
            <span className="num">
              {length} of {settingBounds.notice}
            </span>{" "}
            characters. Without a text there is no bar.
          </span>
        }
      />
      <TextField
        label={labels.link}
        optional
        maxLength={500}
        className="sm:col-span-2"
        hint="Where the bar leads: a page such as /products, or an address that begins with https://"
        {...form.field("value.link")}
      />
      <TextField
        label={labels.from}
        optional
        type="datetime-local"
        {...form.field("value.from")}
        hint="Now when empty"
      />
      <TextField
        label={labels.to}
        optional
        type="datetime-local"
        {...form.field("value.to")}
        hint="Until you take it down when empty"
      />
    </div>
  );
}
