"use server";

import { redirect } from "next/navigation";
import * as account from "@/lib/accounts/account.server";
import { deleteAccountForm, nameForm, passwordForm, sessionForm } from "@/lib/accounts/schema";
import { assertUser } from "@/lib/auth/actor";
import { browserStart, dropSession, flash, keepSession, setViewerHint, viewerHint } from "@/lib/auth/request";
import { countItems } from "@/lib/cart/queries";
import type { FormAction } from "@/lib/http/action-state";
import { submit, submitReady } from "@/lib/http/submit";

/** Changes the name, in the header's greeting too. */
export const changeName: FormAction = async (_previous, form) =>
  submit(
    nameForm,
    form,
    async ({ input: { name }, actor }) => {
      await account.changeName(actor, name);
      if (actor.kind === "user") await setViewerHint(viewerHint({ ...actor, name }, await countItems(actor)));
      await flash("success", "Your name has been changed.");
      redirect("/account");
    },
    "Your name could not be changed. Please try again.",
  );

/** Sets a new password; every session ends, and this browser goes on with a new one. */
export const changePassword: FormAction = async (_previous, form) =>
  submitReady(
    passwordForm,
    form,
    async ({ currentPassword, password }, caller) => {
      const start = await browserStart(caller);
      const { actor } = caller;
      assertUser(actor);
      const write = await account.changePassword(actor, currentPassword, password, start);
      return async (db) => {
        const { token, known } = await write(db);
        await keepSession(token, known);
        await flash("success", "Your password has been changed. You are signed out on all other devices.");
        redirect("/account");
      };
    },
    "Your password could not be changed. Please try again.",
  );

/** Ends one of the own sessions; the one in use is ended by Logout. */
export const endSession: FormAction = async (_previous, form) =>
  submit(
    sessionForm,
    form,
    async ({ input: { sessionId }, actor }) => {
      await account.endOwnSession(actor, sessionId);
      await flash("success", "The session has been ended.");
      redirect("/account");
    },
    "The session could not be ended. Please try again.",
  );

/** Deletes the account of a customer. */
export const deleteAccount: FormAction = async (_previous, form) =>
  submitReady(
    deleteAccountForm,
    form,
    async ({ password }, caller) => {
      const write = await account.deleteAccount(caller.actor, password, await browserStart(caller));
      return async (db) => {
        await write(db);
        await dropSession();
        await flash("success", "Your account has been deleted.");
        redirect("/home");
      };
    },
    "Your account could not be deleted. Please try again.",
    { sweets: "some" },
  );
