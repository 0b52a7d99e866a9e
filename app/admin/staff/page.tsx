import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { HistoryLink } from "@/components/admin/audit/history-link";
import { ActionButton, ActionForm, FormSelect, FormText, SaveButton } from "@/components/admin/ui/action-form";
import { actionsColumn, DataList, TwoLines, timeColumn } from "@/components/admin/ui/data-list";
import { AdminPage, Section } from "@/components/admin/ui/page";
import { Badge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/table";
import { staffKinds } from "@/db/constants/auth";
import { formatShortDateTime } from "@/lib/dates";
import { listStaff } from "@/lib/people/staff-queries";
import type { StaffRow } from "@/lib/people/staff-responses";
import { kindTexts } from "@/lib/people/staff-texts";
import { invite, resetFactor, staffLink, update } from "./actions";

export const generateMetadata = adminMetadata("staff:read", "Staff");

const kindOptions = staffKinds.map((kind) => [kind, kindTexts[kind].name] as const);

const small = (label: string) => ({ kind: "outline", size: "sm", "aria-label": label }) as const;

const columns = (ownId: number): Column<StaffRow>[] => [
  {
    head: "Name",
    className: "wrap-anywhere",
    cell: ({ name, email, active, invited, secondFactor }) => (
      <TwoLines
        title={name}
        about={email}
        badges={
          <>
            {!active && <Badge tone="danger">Switched off</Badge>}
            {invited && <Badge tone="warning">Invited</Badge>}
            {secondFactor && <Badge tone="success">Second factor</Badge>}
          </>
        }
      />
    ),
  },
  {
    head: "Role",
    cell: ({ id, name, staff, active }) => (
      <ActionForm
        action={update}
        failed="Failed to change the account"
        fields={{ id, active: String(active) }}
        values={{ staff }}
        className="flex flex-wrap gap-2"
      >
        <FormSelect name="staff" label={`Role of ${name}`} hiddenLabel options={kindOptions} />
        <SaveButton {...small(`Save the role of ${name}`)} pendingLabel={null} />
      </ActionForm>
    ),
  },
  timeColumn("Last seen", ({ lastSeenAt }) => (lastSeenAt ? formatShortDateTime(lastSeenAt) : "Never")),
  actionsColumn((row) => <RowActions row={row} isOwn={row.id === ownId} />),
];

function RowActions({ row, isOwn }: { row: StaffRow; isOwn: boolean }) {
  const { id, name, email, staff, active, invited, secondFactor } = row;
  const linkText = invited ? "Invite again" : "Password link";
  return (
    <div className="flex flex-wrap items-center gap-2 lg:justify-end">
      <HistoryLink noun="staff" nounId={id} of={name} />
      {active && (
        <ActionButton
          key={linkText}
          action={invited ? invite : staffLink}
          fields={invited ? { name, email, staff, again: 1 } : { id, name }}
          {...small(`${linkText} for ${name}`)}
        >
          {linkText}
        </ActionButton>
      )}
      {secondFactor && !isOwn && (
        <ActionButton
          action={resetFactor}
          failed="Failed to switch the second factor off"
          fields={{ id }}
          {...small(`Switch the second factor of ${name} off`)}
        >
          Second factor off
        </ActionButton>
      )}
      <ActionButton
        action={update}
        failed="Failed to change the account"
        fields={{ id, staff, active: String(!active) }}
        {...small(`Switch ${name} ${active ? "off" : "on"}`)}
        kind={active ? "danger-ghost" : "outline"}
      >
        {active ? "Switch off" : "Switch on"}
      </ActionButton>
    </div>
  );
}

export default async function StaffPage() {
  const owner = await requireStaff("/admin/staff", "staff:read");
  return (
    <AdminPage
      title="Staff"
      intro="Everybody has an account of their own, and sees what the work needs. Whoever is switched off or gets another role is signed out everywhere at once."
    >
      <DataList label="Staff" columns={columns(owner.id)} rows={await listStaff(owner)} empty="No staff" />
      <Section title="Invite somebody" id="invite-title" className="mt-4 max-w-136">
        <ActionForm
          action={invite}
          failed="Failed to invite"
          values={{ name: "", email: "", staff: "counter" }}
          labelledBy="invite-title"
          button="Invite"
        >
          <FormText name="name" label="Name" />
          <FormText name="email" label="Email" type="email" inputMode="email" />
          <FormSelect name="staff" label="Role" options={kindOptions} />
          <dl className="text-muted grid gap-1">
            {staffKinds.map((kind) => (
              <div key={kind}>
                <dt className="inline font-semibold">{kindTexts[kind].name}: </dt>
                <dd className="inline">{kindTexts[kind].about}</dd>
              </div>
            ))}
          </dl>
        </ActionForm>
      </Section>
    </AdminPage>
  );
}
