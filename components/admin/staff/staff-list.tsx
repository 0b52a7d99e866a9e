"use client";

import { actionToasts } from "@/components/admin/action-toasts";
import { HistoryLink } from "@/components/admin/audit/history-link";
import { ButtonForm } from "@/components/admin/button-form";
import { OneTimeSecret } from "@/components/admin/ui/one-time-secret";
import { FormError } from "@/components/forms/form-error";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { type Column, Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast";
import { staffKinds } from "@/db/constants/auth";
import { formatShortDateTime } from "@/lib/dates";
import type { FormAction, MessageAction } from "@/lib/http/action-state";
import type { StaffRow } from "@/lib/people/staff-responses";
import { kindTexts } from "@/lib/people/staff-texts";

type LinkAction = FormAction<{ link: string; name: string }>;
export type StaffActions = { invite: LinkAction; update: MessageAction; link: LinkAction; resetFactor: MessageAction };

const INVITATION_HINT = "Works once, within three days. Copy it now: it is not shown again.";
const PASSWORD_HINT = "Works once, within one hour. Copy it now: it is not shown again.";

const kindOptions = staffKinds.map((kind) => (
  <option key={kind} value={kind}>
    {kindTexts[kind].name}
  </option>
));

/** Everybody who works for the shop: what each does, and whether the account is on. */
export function StaffList({ staff, ownId, actions }: { staff: StaffRow[]; ownId: number; actions: StaffActions }) {
  const columns: Column<StaffRow>[] = [
    {
      head: "Name",
      className: "wrap-anywhere",
      cell: ({ name, email, active, invited, secondFactor }) => (
        <span className="max-lg:text-right min-w-0">
          <span className="font-semibold block">{name}</span>
          <span className="text-muted block">{email}</span>
          <span className="flex flex-wrap gap-2 mt-1 max-lg:justify-end empty:hidden">
            {!active && <Badge tone="danger">Switched off</Badge>}
            {invited && <Badge tone="warning">Invited</Badge>}
            {secondFactor && <Badge tone="success">Second factor</Badge>}
          </span>
        </span>
      ),
    },
    { head: "Does", cell: (row) => <KindForm row={row} action={actions.update} /> },
    {
      head: "Last seen",
      className: "num text-muted",
      cell: ({ lastSeenAt }) => (lastSeenAt ? formatShortDateTime(lastSeenAt) : "Never"),
    },
    {
      head: "Actions",
      isUnlabelled: true,
      column: "r",
      cell: (row) => <RowActions row={row} isOwn={row.id === ownId} actions={actions} />,
    },
  ];
  return (
    <div className="border border-border bg-surface mt-4 overflow-x-auto">
      <Table className="table-stack" aria-label="Staff" columns={columns} rows={staff} keyOf={({ id }) => id} />
    </div>
  );
}

function KindForm({ row, action }: { row: StaffRow; action: MessageAction }) {
  const { posted, message, pending, formProps } = useActionForm(action, actionToasts("Failed to change the account"));
  return (
    <form {...formProps} className="flex flex-wrap gap-2">
      <MadeFor />
      <input type="hidden" name="id" value={row.id} />
      <input type="hidden" name="active" value={String(row.active)} />
      <select
        key={row.staff}
        className="input w-auto"
        name="staff"
        defaultValue={row.staff}
        aria-label={`What ${row.name} does`}
      >
        {kindOptions}
      </select>
      <Button type="submit" kind="outline" size="sm" pending={pending} aria-label={`Save what ${row.name} does`}>
        Save
      </Button>
      <FormOutcome done={posted?.ok && posted.data.message} message={message} />
    </form>
  );
}

function RowActions({ row, isOwn, actions }: { row: StaffRow; isOwn: boolean; actions: StaffActions }) {
  const { id, name, email, staff, active, invited, secondFactor } = row;
  return (
    <div className="flex flex-wrap items-center gap-2 lg:justify-end">
      <HistoryLink noun="staff" nounId={id} text="History" label={`History of ${name}`} />
      {active &&
        (invited ? (
          <LinkForm {...{ row }} action={actions.invite} fields={{ name, email, staff }} />
        ) : (
          <LinkForm {...{ row }} action={actions.link} fields={{ id }} />
        ))}
      {secondFactor && !isOwn && (
        <ButtonForm
          action={actions.resetFactor}
          fields={{ id }}
          failed="Failed to switch the second factor off"
          kind="outline"
          size="sm"
          aria-label={`Switch the second factor of ${name} off`}
        >
          Second factor off
        </ButtonForm>
      )}
      <ButtonForm
        action={actions.update}
        fields={{ id, staff, active: String(!active) }}
        failed="Failed to change the account"
        kind={active ? "danger-ghost" : "outline"}
        size="sm"
        aria-label={`Switch ${name} ${active ? "off" : "on"}`}
      >
        {active ? "Switch off" : "Switch on"}
      </ButtonForm>
    </div>
  );
}

type LinkFormProps = { row: StaffRow; action: LinkAction; fields: Record<string, string | number> };

/** A button for a link: to a new password, or for an invitation that was not accepted yet. */
function LinkForm({ row: { name, invited }, action, fields }: LinkFormProps) {
  const { state, message, pending, formProps } = useActionForm(action, {
    ...actionToasts("An error occurred"),
    onSuccess: () => toast.success("Operation successful", { title: "Success" }),
  });
  const text = invited ? "Invite again" : "Password link";
  return (
    <>
      <form {...formProps} className="inline">
        <MadeFor />
        {Object.entries(fields).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <Button type="submit" kind="outline" size="sm" pending={pending} aria-label={`${text} for ${name}`}>
          {text}
        </Button>
        {message && <FormError>{message}</FormError>}
      </form>
      {state?.ok && (
        <OneTimeSecret
          label={`Link for ${name}`}
          hint={invited ? INVITATION_HINT : PASSWORD_HINT}
          text={state.data.link}
        />
      )}
    </>
  );
}

/** Invites somebody: name, address, and what this person will do. */
export function InviteForm({ action, mails }: { action: LinkAction; mails: boolean }) {
  const { state, field, message, pending, formProps } = useActionForm(action, {
    ...actionToasts("Failed to invite"),
    values: { name: "", email: "", staff: "counter" },
    loadSchema: () => import("@/lib/people/staff-schema").then(({ inviteInput }) => inviteInput),
    onSuccess: ({ name }) => toast.success(`${name} is invited`),
    resetOnSuccess: true,
  });
  return (
    <form {...formProps} className="grid gap-4 max-w-[34rem] mt-3" aria-labelledby="invite-title">
      <MadeFor />
      <TextField label="Name" autoComplete="off" {...field("name")} />
      <TextField label="Email" type="email" inputMode="email" autoComplete="off" {...field("email")} />
      <SelectField label="Does" {...field("staff")}>
        {kindOptions}
      </SelectField>
      <dl className="text-muted grid gap-1">
        {staffKinds.map((kind) => (
          <div key={kind}>
            <dt className="inline font-semibold">{kindTexts[kind].name}: </dt>
            <dd className="inline">{kindTexts[kind].about}</dd>
          </div>
        ))}
      </dl>
      {message && <FormError>{message}</FormError>}
      <Button type="submit" pending={pending} className="justify-self-start">
        Invite
      </Button>
      {state?.ok && (
        <OneTimeSecret
          label={`Link for ${state.data.name}`}
          hint={mails ? `${INVITATION_HINT} A mail with a link is on its way, too.` : INVITATION_HINT}
          text={state.data.link}
        />
      )}
    </form>
  );
}
