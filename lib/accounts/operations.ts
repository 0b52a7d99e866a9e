import { anySweets, noLocks } from "@/db/write-slots";
import { addressOf } from "@/lib/addresses";
import type { Caller } from "@/lib/auth/session";
import { cookieOf, TRUSTED_DEVICE_COOKIE } from "@/lib/cookies";
import { type Context, noKey, noLimit, operation, read } from "@/lib/http/operation";
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

/** What a new session is started with: a browser's replaces the one that it had, a program's is a token. */
const startOf = ({
  session,
  headers,
  caller,
}: Pick<Context, "session" | "headers" | "caller">): commands.SessionStart => ({
  kind: session,
  userAgent: headers.get("user-agent"),
  address: addressOf(headers),
  trustedDevices: cookieOf(headers, TRUSTED_DEVICE_COOKIE),
  cartToken: caller.cartToken,
  replaces: session === "browser" && caller.actor.kind === "user" ? caller.actor.sessionId : null,
});

/** A visitor's cart that joins the customer's holds sweets. */
const cartLocks = (_input: unknown, { cartToken }: Caller) => (cartToken ? anySweets : noLocks);

export const login = operation({
  by: "guest",
  limit: noLimit,
  locks: cartLocks,
  once: noKey,
  body: loginInput,
  run: ({ input, write, ...request }) => commands.login(input, startOf(request), write),
});

export const register = operation({
  by: "guest",
  limit: { name: "register", counts: "all" },
  locks: cartLocks,
  once: noKey,
  body: registerInput,
  run: ({ input, write, ...request }) => commands.register(input, startOf(request), write),
});

const ownAccount = { by: "user", limit: noLimit, locks: noLocks, once: noKey } as const;

export const logout = operation({
  ...ownAccount,
  run: ({ actor, write }) => write((db) => commands.logout(actor, db)),
});

export const readUser = read({ by: "user", run: async ({ actor }) => ({ user: commands.toUserView(actor) }) });

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
    account.changePassword(actor, input.currentPassword, input.password, startOf(request), write),
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
  run: ({ actor, input, write, ...request }) => account.deleteAccount(actor, input.password, startOf(request), write),
});

/** The secret of a one-time link for a customer's new password. */
export const createPasswordLink = operation({
  by: "admin",
  limit: noLimit,
  locks: noLocks,
  once: noKey,
  body: idParams,
  run: ({ actor, input, write }) => write((db) => createReset(actor, input.id, db)),
});
