"use client";

import type { Route } from "next";
import Link from "next/link";
import { useId } from "react";
import { actionToasts } from "@/components/admin/action-toasts";
import { HistoryLink } from "@/components/admin/audit/history-link";
import { nounTexts } from "@/components/admin/noun-texts";
import { OneTimeSecret } from "@/components/admin/ui/one-time-secret";
import { FormError } from "@/components/forms/form-error";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { FieldError, SelectField, TextField } from "@/components/ui/field";
import { type Column, Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast";
import type { Noun } from "@/db/constants/auth";
import { formatShortDate, formatShortDateTime } from "@/lib/dates";
import type { FormAction } from "@/lib/http/action-state";
import type { KeyRow } from "@/lib/people/key-responses";
import type { StaffRow } from "@/lib/people/staff-responses";

const KEY_HINT = "Copy it now: it is not shown again.";

/** All keys, with what each may do, and who of the staff has made it. A revoked one stays, because histories name it. */
export function KeyList({ keys, staff, now }: { keys: KeyRow[]; staff: readonly StaffRow[]; now: string }) {
  const emailOf = (maker: number) => staff.find(({ id }) => id === maker)?.email;
  const isOver = ({ revoked, expiresAt }: KeyRow) => revoked || (expiresAt !== null && expiresAt <= now);
  const columns: Column<KeyRow>[] = [
    {
      head: "Name",
      className: "wrap-anywhere",
      cell: (key) => (
        <span className="max-lg:text-right min-w-0">
          <span className="font-semibold block">{key.name}</span>
          <span className="text-muted block">
            Made by {key.createdBy.name} ({emailOf(key.createdBy.id)})
          </span>
          {isOver(key) && <Badge tone="danger">{key.revoked ? "Revoked" : "Expired"}</Badge>}
        </span>
      ),
    },
    { head: "May", cell: ({ permissions }) => permissions.join(", ") },
    {
      head: "Ends",
      className: "num text-muted",
      cell: ({ expiresAt }) => (expiresAt ? formatShortDate(expiresAt) : "Never"),
    },
    {
      head: "Last used",
      className: "num text-muted",
      cell: ({ lastUsedAt }) => (lastUsedAt ? formatShortDateTime(lastUsedAt) : "Never"),
    },
    {
      head: "Actions",
      isUnlabelled: true,
      column: "r",
      cell: ({ id, name, revoked }) => (
        <span className="inline-flex flex-wrap items-center gap-3">
          <HistoryLink noun="keys" nounId={id} text="History" label={`History of ${name}`} />
          {!revoked && (
            <Link
              className="btn btn-outline btn-sm"
              href={`/admin/keys?revoke=${id}` as Route}
              prefetch={false}
              aria-label={`Revoke ${name}`}
            >
              Revoke
            </Link>
          )}
        </span>
      ),
    },
  ];
  return (
    <div className="border border-border bg-surface mt-4">
      <Table className="table-stack" aria-label="API keys" columns={columns} rows={keys} keyOf={({ id }) => id} />
    </div>
  );
}

type KeyFormProps = {
  action: FormAction<{ key: string; name: string }>;
  /** What a key can be given, noun by noun. */
  nouns: readonly { noun: Noun; canWrite: boolean }[];
};

/** Makes a key: its name, what it may do, and until when. */
export function KeyForm({ action, nouns }: KeyFormProps) {
  const errorId = useId();
  const values = Object.fromEntries(
    ["name", "until", "permissions", ...nouns.map(({ noun }) => `may.${noun}`)].map((name) => [name, ""]),
  );
  const { state, field, message, errors, pending, formProps } = useActionForm(action, {
    ...actionToasts("Failed to make the key"),
    values,
    fieldOf: (path) => (path === "expiresAt" ? "until" : path.replace(/^permissions\..*/, "permissions")),
    onSuccess: ({ name }) => toast.success(`The key ${name} is ready`),
    resetOnSuccess: true,
  });
  return (
    <form {...formProps} className="mt-3" aria-labelledby="new-key-title">
      <MadeFor />
      <div className="grid gap-4 sm:grid-cols-2 max-w-[44rem]">
        <TextField label="Name" hint="Which program has it" autoComplete="off" {...field("name")} />
        <TextField label="Last day" type="date" optional {...field("until")} />
      </div>
      <fieldset className="mt-5" aria-describedby={errors.permissions && errorId}>
        <legend className="label">What it may do</legend>
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3 mt-2">
          {nouns.map(({ noun, canWrite }) => (
            <SelectField key={noun} label={nounTexts[noun].name} hint={nounTexts[noun].about} {...field(`may.${noun}`)}>
              <option value="">Nothing</option>
              <option value="read">Read</option>
              {canWrite && <option value="write">Read and write</option>}
            </SelectField>
          ))}
        </div>
        {errors.permissions && (
          <FieldError id={errorId} role="alert">
            {errors.permissions}
          </FieldError>
        )}
      </fieldset>
      {message && <FormError>{message}</FormError>}
      <Button type="submit" pending={pending} className="mt-5">
        Make the key
      </Button>
      {state?.ok && (
        <OneTimeSecret label={`Key of ${state.data.name}`} hint={KEY_HINT} text={state.data.key} copied="Key copied" />
      )}
    </form>
  );
}
