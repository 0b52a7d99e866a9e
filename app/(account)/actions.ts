"use server";

import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { resetPassword } from "@/lib/accounts/reset.server";
import { loginInput, registerForm, resetLinkForm } from "@/lib/accounts/schema";
import * as accounts from "@/lib/accounts/server";
import { landingOf } from "@/lib/auth/next-path";
import { browserStart, currentCaller, dropSession, enter, flash } from "@/lib/auth/request";
import type { Caller } from "@/lib/auth/session";
import { isDatabaseUnavailable } from "@/lib/errors";
import type { FormAction } from "@/lib/http/action-state";
import { assertSameOrigin } from "@/lib/http/origin";
import { submitReady } from "@/lib/http/submit";

/** A cart that joins holds sweets. */
const ofCart = (_input: unknown, { cartToken }: Caller) => (cartToken ? "some" : []);

/** Signs in and goes to /admin, to `next`, or home. */
export const login: FormAction = async (_previous, form) =>
  submitReady(
    loginInput,
    form,
    async (input, caller) => {
      const write = await accounts.login(input, await browserStart(caller));
      return async (db) => {
        const begun = await write(db);
        await enter(begun);
        await flash("success", `Welcome back, ${begun.user.role}!`);
        redirect(landingOf(begun.user.role, form.get("next")) as Route);
      };
    },
    accounts.LOGIN_FAILED,
    { signedOut: "value", sweets: ofCart },
  );

/** Makes a customer's account, signs in, and goes to `next` or home. */
export const register: FormAction = async (_previous, form) =>
  submitReady(
    registerForm,
    form,
    async ({ name, email, password }, caller) => {
      const write = await accounts.register({ name, email, password }, await browserStart(caller));
      return async (db) => {
        const begun = await write(db);
        await enter(begun);
        await flash("success", `Welcome to Mithaas, ${begun.user.name}!`);
        redirect(landingOf(begun.user.role, form.get("next")) as Route);
      };
    },
    "Registration failed. Please try again.",
    { limit: "register", sweets: ofCart },
  );

/** Ends the session on the server and in the browser, and goes home. The header's Logout, everywhere. */
export async function logout(): Promise<void> {
  assertSameOrigin(await headers());
  try {
    const { actor } = await currentCaller();
    if (actor.kind === "user") await accounts.logout(actor);
  } catch (error) {
    // The row stays until the database is back or it expires; this browser is signed out all the same.
    if (!isDatabaseUnavailable(error)) throw error;
  }
  await dropSession();
  redirect("/home");
}

/** Sets the password that a one-time link was made for; every session ends, so the way on is the login. */
export const reset: FormAction = async (_previous, form) =>
  submitReady(
    resetLinkForm,
    form,
    async ({ token, password }) => {
      const write = await resetPassword(token, password);
      return async (db) => {
        await write(db);
        await dropSession();
        await flash("success", "Your password has been changed. Please sign in.");
        redirect("/login");
      };
    },
    "Your password could not be changed. Please try again.",
  );
