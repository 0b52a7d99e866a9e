import Link from "next/link";
import { customerKinds, messageNames, ownerKinds, type SwitchableKind } from "@/lib/message-kinds";
import { FieldGroup } from "./field-group";
import type { SectionForm } from "./use-section-form";

/** Which events have a message. */
export function MessageFields({ form }: { form: SectionForm }) {
  const switches = (kinds: readonly SwitchableKind[]) => (
    <div className="grid gap-x-6 sm:grid-cols-2">
      {kinds.map((kind) => (
        <label key={kind} className="check">
          <input type="checkbox" {...form.checkbox(`value.${kind}`)} />
          {messageNames[kind]}
        </label>
      ))}
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
