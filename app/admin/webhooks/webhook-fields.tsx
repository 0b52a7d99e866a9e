import { FormGroup, FormText } from "@/components/admin/ui/action-form";
import { Check } from "@/components/ui/field";
import { type EventType, eventTypes } from "@/db/constants/webhooks";
import { eventTexts } from "@/lib/webhooks/constants";

export const WebhookFields = ({ events }: { events: readonly EventType[] }) => (
  <>
    <FormText
      name="url"
      label="Address"
      hint="Begins with https://"
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      className="max-w-176"
    />
    <FormGroup name="events" legend="Events">
      <div className="grid gap-x-6 sm:grid-cols-2 mt-1 max-w-224">
        {eventTypes.map((type) => (
          <Check key={type} name={`event.${type}`} value="on" defaultChecked={events.includes(type)}>
            <span className="min-w-0">
              <span className="block font-medium">{type}</span>
              <span className="block text-muted text-sm">{eventTexts[type]}</span>
            </span>
          </Check>
        ))}
      </div>
    </FormGroup>
  </>
);
