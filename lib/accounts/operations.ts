import { anySweets, noLocks } from "@/db/write-slots";
import { addressOf } from "@/lib/addresses";
import { isStaffMember, permissionsOfActor } from "@/lib/auth/actor";
import type { Caller } from "@/lib/auth/session";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import { idParams } from "@/lib/text";
import * as account from "./account-commands";
import * as commands from "./commands";
import { createReset, requestReset, resetPassword as setPassword } from "./reset-commands";
import {
  deleteAccountForm,
  forgotInput,
  loginInput,
  nameForm,
  passwordForm,
  registerInput,
  resetInput,
  sessionForm,
} from "./schema";
import { sessionStartOf } from "./session-start";

/** A visitor's cart that joins the customer's holds sweets. */
const cartLocks = (_input: unknown, { cartToken }: Caller) => (cartToken ? anySweets : noLocks);

export const login = operation({
  by: "guest",
  limit: noLimit,
  locks: cartLocks,
  once: noKey,
  body: loginInput,
  run: ({ input, write, ...request }) => commands.login(input, sessionStartOf(request), write),
});

export const register = operation({
  by: "guest",
  limit: { name: "register", counts: "all" },
  locks: cartLocks,
  once: noKey,
  body: registerInput,
  run: ({ input, write, ...request }) => commands.register(input, sessionStartOf(request), write),
});

const ownAccount = { by: "user", limit: noLimit, locks: noLocks, once: noKey } as const;

export const logout = operation({
  ...ownAccount,
  run: ({ actor, write }) => write((db) => commands.logout(actor, db)),
});

export const readUser = read({
  by: "user",
  run: async ({ actor }) => ({
    user: {
      ...commands.toUserView(actor),
      staff: actor.staff,
      permissions: isStaffMember(actor) ? [...permissionsOfActor(actor)] : null,
    },
  }),
});

export const forgotPassword = operation({
  by: "public",
  limit: { name: "forgot-address", counts: "valid" },
  locks: noLocks,
  once: noKey,
  body: forgotInput,
  run: ({ input, headers, write }) => requestReset(input.email, addressOf(headers), write),
});

export const resetPassword = operation({
  by: "public",
  limit: noLimit,
  locks: noLocks,
  once: noKey,
  body: resetInput,
  run: ({ input, write }) => setPassword(input.token, input.password, write),
});

export const changeName = operation({
  ...ownAccount,
  body: nameForm,
  run: ({ actor, input, write }) => write((db) => account.changeName(actor, input.name, db)),
});

export const changePassword = operation({
  ...ownAccount,
  body: passwordForm,
  run: ({ actor, input, write, ...request }) =>
    account.changePassword(actor, input.currentPassword, input.password, sessionStartOf(request), write),
});

export const endSession = operation({
  ...ownAccount,
  body: sessionForm,
  run: ({ actor, input, write }) => write((db) => account.endOwnSession(actor, input.sessionId, db)),
});

export const deleteAccount = operation({
  by: "customer",
  limit: noLimit,
  locks: anySweets,
  once: noKey,
  body: deleteAccountForm,
  run: ({ actor, input, write, ...request }) =>
    account.deleteAccount(actor, input.password, sessionStartOf(request), write),
});

/** The secret of a one-time link for a customer's new password. */
export const createPasswordLink = operation({
  by: "customers:write",
  limit: noLimit,
  locks: noLocks,
  once: noKey,
  body: idParams,
  run: ({ actor, input, write }) => write((db) => createReset(actor, input.id, db)),
});
