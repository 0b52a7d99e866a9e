import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { HistoryLink } from "@/components/admin/audit/history-link";
import { nounTexts } from "@/components/admin/noun-texts";
import { ActionForm, FormGroup, FormSelect, FormText } from "@/components/admin/ui/action-form";
import { ConfirmButton } from "@/components/admin/ui/confirm-button";
import { actionsColumn, DataList, TwoLines, timeColumn } from "@/components/admin/ui/data-list";
import { AdminPage, Section } from "@/components/admin/ui/page";
import { Badge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/table";
import { formatShortDate, formatShortDateTime } from "@/lib/dates";
import { listKeys } from "@/lib/people/key-queries";
import type { KeyRow } from "@/lib/people/key-responses";
import { canKeyWrite, keyNouns } from "@/lib/people/key-schema";
import { listStaff } from "@/lib/people/staff-queries";
import type { StaffRow } from "@/lib/people/staff-responses";
import { create, revoke } from "./actions";

export const generateMetadata = adminMetadata("keys:read", "API Keys");

const reading = [
  ["", "Nothing"],
  ["read", "Read"],
] as const;

const intro = (
  <>
    Another program, such as a till or an accountant&apos;s, signs in by a key of its own. It has the permissions that
    you give it here, never more than whoever made it, and everything that it does carries its name. The{" "}
    <a className="link" href="/api/docs">
      documentation
    </a>{" "}
    says what each request needs.
  </>
);

const columns = (staff: readonly StaffRow[], now: string): Column<KeyRow>[] => [
  {
    head: "Name",
    className: "wrap-anywhere",
    cell: ({ name, createdBy, revoked, expiresAt }) => (
      <TwoLines
        title={name}
        about={`Made by ${createdBy.name} (${staff.find(({ id }) => id === createdBy.id)?.email})`}
        badges={
          (revoked || (expiresAt !== null && expiresAt <= now)) && (
            <Badge tone="danger">{revoked ? "Revoked" : "Expired"}</Badge>
          )
        }
      />
    ),
  },
  { head: "Permissions", cell: ({ permissions }) => permissions.join(", ") },
  timeColumn("Ends", ({ expiresAt }) => (expiresAt ? formatShortDate(expiresAt) : "Never")),
  timeColumn("Last used", ({ lastUsedAt }) => (lastUsedAt ? formatShortDateTime(lastUsedAt) : "Never")),
  actionsColumn(({ id, name, revoked }) => (
    <span className="inline-flex flex-wrap items-center gap-3">
      <HistoryLink noun="keys" nounId={id} of={name} />
      {!revoked && (
        <ConfirmButton
          action={revoke}
          fields={{ id }}
          failed="Failed to revoke the key"
          title={`Revoke the key ${name}?`}
          description="The program that has it is refused at once. A revoked key cannot be used again."
          confirm="Revoke"
          button={{ size: "sm", "aria-label": `Revoke ${name}`, children: "Revoke" }}
        />
      )}
    </span>
  )),
];

export default async function KeysPage() {
  const owner = await requireStaff("/admin/keys", "keys:read", "staff:read");
  const [keys, staff] = await Promise.all([listKeys(owner), listStaff(owner)]);
  return (
    <AdminPage title="API Keys" intro={intro}>
      <DataList
        label="API keys"
        columns={columns(staff, new Date().toISOString())}
        // A revoked one stays, because histories name it.
        rows={keys}
        empty="No keys yet"
      />
      <Section title="New key" id="new-key-title">
        <ActionForm
          action={create}
          failed="Failed to make the key"
          values={{ name: "", expiresAt: "", permissions: "" }}
          labelledBy="new-key-title"
          button="Make the key"
        >
          <div className="grid gap-4 sm:grid-cols-2 max-w-176">
            <FormText name="name" label="Name" hint="Which program has it" />
            <FormText name="expiresAt" label="Last day" type="date" optional />
          </div>
          <FormGroup name="permissions" legend="Permissions">
            <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3 mt-2">
              {keyNouns.map((noun) => (
                <FormSelect
                  key={noun}
                  name={`may.${noun}`}
                  label={nounTexts[noun].name}
                  hint={nounTexts[noun].about}
                  options={canKeyWrite(noun) ? [...reading, ["write", "Read and write"]] : reading}
                />
              ))}
            </div>
          </FormGroup>
        </ActionForm>
      </Section>
    </AdminPage>
  );
}
