"use server";

import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import * as accounts from "@/lib/accounts/commands";
import { RESET_REQUESTED } from "@/lib/accounts/constants";
import { browserSessionStart, removeSession, signInBrowser } from "@/lib/accounts/request";
import { requestReset, resetPassword } from "@/lib/accounts/reset-commands";
import { forgotInput, loginInput, registerForm, resetLinkForm } from "@/lib/accounts/schema";
import { addressOf } from "@/lib/addresses";
import { landingOf } from "@/lib/auth/next-path";
import { currentCaller } from "@/lib/auth/request";
import type { Caller } from "@/lib/auth/session";
import { isDatabaseUnavailable } from "@/lib/errors";
import type { FormAction, MessageAction } from "@/lib/http/action-state";
import { assertSameOrigin } from "@/lib/http/origin";
import { flash } from "@/lib/http/request";
import { submit } from "@/lib/http/submit";

/** A visitor's cart that joins the customer's locks its sweets. */
const cartLocks = (_input: unknown, { cartToken }: Caller) => (cartToken ? "some" : []);

/** Signs in and redirects to /admin, `next` or home. */
export const login: FormAction = async (_previous, form) =>
  submit(
    loginInput,
    form,
    async ({ input, caller, write }) => {
      const signedIn = await accounts.login(input, await browserSessionStart(caller), write);
      await signInBrowser(signedIn);
      await flash("success", `Welcome back, ${signedIn.user.role}!`);
      redirect(landingOf(signedIn.user.role, form.get("next")) as Route);
    },
    accounts.LOGIN_FAILED,
    { signedOut: "value", locks: cartLocks },
  );

/** Creates a customer's account, signs in, and redirects to `next` or home. */
export const register: FormAction = async (_previous, form) =>
  submit(
    registerForm,
    form,
    async ({ input: { name, email, password }, caller, write }) => {
      const signedIn = await accounts.register({ name, email, password }, await browserSessionStart(caller), write);
      await signInBrowser(signedIn);
      await flash("success", `Welcome to Mithaas, ${signedIn.user.name}!`);
      redirect(landingOf(signedIn.user.role, form.get("next")) as Route);
    },
    "Registration failed. Please try again.",
    { limit: "register", locks: cartLocks },
  );

/** Ends the session on the server and in the browser, and redirects home. */
export async function logout(): Promise<void> {
  assertSameOrigin(await headers());
  try {
    const { actor } = await currentCaller();
    if (actor.kind === "user") await accounts.logout(actor);
  } catch (error) {
    // The session stays in the database until it expires, but this browser is signed out all the same.
    if (!isDatabaseUnavailable(error)) throw error;
  }
  await removeSession();
  redirect("/home");
}

/** Asks for a link to a new password, whether or not the address has an account. */
export const forgot: MessageAction = async (_previous, form) =>
  submit(
    forgotInput,
    form,
    async ({ input, headers, write }) => {
      await requestReset(input.email, addressOf(headers), write);
      return { message: RESET_REQUESTED };
    },
    "The link could not be asked for. Please try again.",
    { limit: "forgot-address" },
  );

/** Sets a new password with the token of a one-time link. Every session ends, so it redirects to the login. */
export const reset: FormAction = async (_previous, form) =>
  submit(
    resetLinkForm,
    form,
    async ({ input: { token, password }, write }) => {
      await resetPassword(token, password, write);
      await removeSession();
      await flash("success", "Your password has been changed. Please sign in.");
      redirect("/login");
    },
    "Your password could not be changed. Please try again.",
  );
