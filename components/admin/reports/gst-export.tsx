import { Section } from "@/components/admin/ui/page";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";

const month = { type: "month", placeholder: "2026-11", pattern: "20[0-9]{2}-(0[1-9]|1[0-2])", required: true } as const;

/** The owner's summary for the GST return, as a file. */
export function GstExport({ month: current }: { month: string }) {
  return (
    <Section title="GST summary" className="" intro="Invoices less credit notes, by month, HSN code and rate.">
      <form method="get" action="/admin/reports/gst" className="grid grid-cols-1 xs:grid-cols-2 gap-3 items-end">
        <TextField label="First month" name="from" defaultValue={current} {...month} />
        <TextField label="Last month" name="to" defaultValue={current} {...month} />
        <Button type="submit" kind="outline" className="xs:col-span-2">
          Download summary
        </Button>
      </form>
    </Section>
  );
}
