import { anySweets, noLocks } from "@/db/write-slots";
import { addressOf } from "@/lib/addresses";
import { isStaffMember, permissionsOfActor } from "@/lib/auth/actor";
import type { Caller } from "@/lib/auth/session";
import { cookieOf, LOGIN_COOKIE } from "@/lib/cookies";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import { idParams } from "@/lib/text";
import * as account from "./account-commands";
import * as commands from "./commands";
import { eraseOrder as eraseBrowserOrder } from "./privacy-commands";
import { createReset, requestReset, resetPassword as setPassword } from "./reset-commands";
import {
  deleteAccountForm,
  factorCodeInput,
  factorInput,
  factorOffInput,
  forgotInput,
  loginCodeForm,
  loginForm,
  loginInput,
  nameForm,
  passwordForm,
  registerInput,
  resetInput,
  sessionForm,
} from "./schema";
import * as factors from "./second-factor-commands";
import { sessionStartOf } from "./session-start";

const plain = { limit: noLimit, locks: noLocks, once: noKey } as const;

/** A visitor's cart that joins the customer's holds sweets. */
const cartLocks = (_input: unknown, { cartToken }: Caller) => (cartToken ? anySweets : noLocks);

const ownAccount = { ...plain, by: "user" } as const;
const ownFactor = { ...plain, by: "staff-session" } as const;
const entry = { ...plain, by: "guest", locks: cartLocks } as const;

export const login = operation({
  ...entry,
  body: loginInput,
  run: ({ input, write, ...request }) => commands.login(input, sessionStartOf(request), write),
});

/** The form's login: where the account has a second factor, a mark for `finishLogin` instead of a session. */
export const beginLogin = operation({
  ...entry,
  body: loginForm,
  run: ({ input, write, ...request }) => commands.beginLogin(input, sessionStartOf(request), write),
});

export const finishLogin = operation({
  ...entry,
  body: loginCodeForm,
  run: ({ input, write, ...request }) =>
    commands.finishLogin(cookieOf(request.headers, LOGIN_COOKIE), input, sessionStartOf(request), write),
});

export const register = operation({
  ...entry,
  limit: { name: "register", counts: "all" },
  body: registerInput,
  run: ({ input, write, ...request }) => commands.register(input, sessionStartOf(request), write),
});

export const logout = operation({
  ...plain,
  by: "session",
  run: ({ actor, write }) => write((db) => commands.logout(actor, db)),
});

export const readUser = read({
  by: "session",
  run: async ({ actor }) => ({
    user: commands.toUserView(actor),
    staff: actor.staff,
    permissions: isStaffMember(actor) ? [...permissionsOfActor(actor)] : null,
  }),
});

export const forgotPassword = operation({
  ...plain,
  by: "person",
  limit: { name: "forgot-address", counts: "valid" },
  body: forgotInput,
  run: ({ input, headers, write }) => requestReset(input.email, addressOf(headers), write),
});

export const resetPassword = operation({
  ...plain,
  by: "person",
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
  ...plain,
  by: "customer",
  locks: anySweets,
  body: deleteAccountForm,
  run: ({ actor, input, write, ...request }) =>
    account.deleteAccount(actor, input.password, sessionStartOf(request), write),
});

/** Removes the person from an order that this browser has placed without an account. */
export const eraseOrder = operation({
  ...plain,
  by: "orderer",
  params: idParams,
  run: ({ caller, input, write }) => write((db) => eraseBrowserOrder(caller.cartToken, input.id, db)),
});

/** The secret of a one-time link for a customer's new password. */
export const createPasswordLink = operation({
  ...plain,
  by: "customers:write",
  body: idParams,
  run: ({ actor, input, write }) => write((db) => createReset(actor, input.id, db)),
});

export const beginFactor = operation({
  ...ownFactor,
  body: factorInput,
  run: ({ actor, input, write, ...request }) =>
    factors.beginFactor(actor, input.password, sessionStartOf(request), write),
});

export const confirmFactor = operation({
  ...ownFactor,
  body: factorCodeInput,
  run: ({ actor, input, write, ...request }) =>
    factors.confirmFactor(actor, input.code, sessionStartOf(request), write),
});

export const switchFactorOff = operation({
  ...ownFactor,
  body: factorOffInput,
  run: ({ actor, input, write, ...request }) => factors.switchFactorOff(actor, input, sessionStartOf(request), write),
});

/** For another member of staff, who has lost the phone. */
export const resetFactor = operation({
  ...plain,
  by: "staff:write",
  params: idParams,
  run: ({ actor, input, write }) => write((db) => factors.resetFactor(actor, input.id, db)),
});
