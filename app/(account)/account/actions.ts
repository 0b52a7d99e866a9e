"use server";

import { redirect } from "next/navigation";
import * as account from "@/lib/accounts/account-commands";
import { browserSessionStart, removeSession, saveSession } from "@/lib/accounts/request";
import { deleteAccountForm, nameForm, passwordForm, sessionForm } from "@/lib/accounts/schema";
import { countItems } from "@/lib/cart/queries";
import { setViewerHint } from "@/lib/cart/request";
import { viewerHint } from "@/lib/cart/viewer-hint";
import type { FormAction } from "@/lib/http/action-state";
import { flash } from "@/lib/http/request";
import { submit } from "@/lib/http/submit";

/** Changes the user's name, also in the header's greeting. */
export const changeName: FormAction = async (_previous, form) =>
  submit(
    nameForm,
    form,
    async ({ input: { name }, actor, write }) => {
      await write((db) => account.changeName(actor, name, db));
      if (actor.kind === "user") await setViewerHint(viewerHint({ ...actor, name }, await countItems(actor)));
      await flash("success", "Your name has been changed.");
      redirect("/account");
    },
    "Your name could not be changed. Please try again.",
  );

/** Sets a new password. Every session ends, and this browser gets a new one. */
export const changePassword: FormAction = async (_previous, form) =>
  submit(
    passwordForm,
    form,
    async ({ input: { currentPassword, password }, actor, caller, write }) => {
      const start = await browserSessionStart(caller);
      const { token, trustedDevices } = await account.changePassword(actor, currentPassword, password, start, write);
      await saveSession(token, trustedDevices);
      await flash("success", "Your password has been changed. You are signed out on all other devices.");
      redirect("/account");
    },
    "Your password could not be changed. Please try again.",
  );

/** Ends another session of the user. Logout ends the one in use. */
export const endSession: FormAction = async (_previous, form) =>
  submit(
    sessionForm,
    form,
    async ({ input: { sessionId }, actor, write }) => {
      await write((db) => account.endOwnSession(actor, sessionId, db));
      await flash("success", "The session has been ended.");
      redirect("/account");
    },
    "The session could not be ended. Please try again.",
  );

/** Deletes the customer's account. */
export const deleteAccount: FormAction = async (_previous, form) =>
  submit(
    deleteAccountForm,
    form,
    async ({ input: { password }, actor, caller, write }) => {
      await account.deleteAccount(actor, password, await browserSessionStart(caller), write);
      await removeSession();
      await flash("success", "Your account has been deleted.");
      redirect("/home");
    },
    "Your account could not be deleted. Please try again.",
    { locks: "some" },
  );
