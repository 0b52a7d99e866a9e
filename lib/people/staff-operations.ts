import { noLocks } from "@/db/write-slots";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import { idParams } from "@/lib/text";
import { sessionStartOf } from "./session-start";
import * as commands from "./staff-commands";
import { listStaff as list } from "./staff-queries";
import { invitationInput, inviteInput, staffInput } from "./staff-schema";

export const listStaff = read({ by: "staff:read", run: ({ actor }) => list(actor) });

const writing = { by: "staff:write", limit: noLimit, locks: noLocks, once: noKey } as const;

export const inviteStaff = operation({
  ...writing,
  body: inviteInput,
  run: ({ actor, input, write }) => write((db) => commands.inviteStaff(actor, input, db)),
});

export const updateStaff = operation({
  ...writing,
  params: idParams,
  body: staffInput,
  run: ({ actor, input: { id, ...change }, write }) => write((db) => commands.updateStaff(actor, id, change, db)),
});

/** The secret of a one-time link to a new password. */
export const createStaffLink = operation({
  ...writing,
  params: idParams,
  run: ({ actor, input, write }) => write((db) => commands.createStaffLink(actor, input.id, db)),
});

export const acceptInvitation = operation({
  by: "guest",
  limit: noLimit,
  locks: noLocks,
  once: noKey,
  body: invitationInput,
  run: ({ input, write, ...request }) =>
    commands.acceptInvitation(input.token, input.password, sessionStartOf(request), write),
});
