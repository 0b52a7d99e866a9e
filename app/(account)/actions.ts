"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { cookieCheck, landingOf, safeNext } from "@/lib/auth/next-path";
import { action, runAction } from "@/lib/http/action";
import { flash, isFirstCookie } from "@/lib/http/request";
import { withNext } from "@/lib/links";
import { LOGIN_FAILED, type SignedIn } from "@/lib/people/commands";
import * as accounts from "@/lib/people/operations";
import { readReturning, removeSession, saveLoginMark, saveReturning, signInBrowser } from "@/lib/people/request";
import { RESET_REQUESTED } from "@/lib/people/reset-commands";
import { registerForm, resetLinkForm } from "@/lib/people/schema";
import * as staff from "@/lib/people/staff-operations";

/** Signs in and leads to `path`; a browser that may keep no cookies over the login, which leads there or says so. */
async function enter(result: SignedIn, welcome: string, path: string): Promise<never> {
  await signInBrowser(result);
  await flash("success", welcome);
  redirect(((await isFirstCookie()) ? `/login?${cookieCheck(path)}` : path) as Route);
}

const welcomeBack = (result: SignedIn, form: FormData) =>
  enter(result, `Welcome back, ${result.user.role}!`, landingOf(result.user.role, form.get("next")));

/** Signs in and redirects to /admin, `next` or home; who has a second factor to where its code is asked for. */
export const login = action(accounts.beginLogin, {
  failed: LOGIN_FAILED,
  signedOut: "value",
  after: async ({ result, form }) => {
    if (!("mark" in result)) return welcomeBack(result, form);
    await saveLoginMark(result.mark);
    const next = safeNext(form.get("next"));
    if (await isFirstCookie()) redirect(`/login/code?${cookieCheck(next)}` as Route);
    redirect(withNext("/login/code", next) as Route);
  },
});

export const loginWithCode = action(accounts.finishLogin, {
  failed: LOGIN_FAILED,
  signedOut: "value",
  after: ({ result, form }) => welcomeBack(result, form),
});

export const register = action(accounts.register, {
  form: registerForm,
  failed: "Registration failed. Please try again.",
  after: ({ result, form }) =>
    enter(result, `Welcome to Mithaas, ${result.user.name}!`, landingOf(result.user.role, form.get("next"))),
});

export async function logout(): Promise<void> {
  const failed = "You could not be signed out. Please try again.";
  const ended = await runAction(accounts.logout, new FormData(), { failed, signedOut: "value" });
  // While the database is unavailable the session stays there until it expires, but this browser is signed out all the same.
  const isOut = ended.ok || ended.code === "unauthorized" || ended.code === "service_unavailable";
  if (!isOut) throw new Error(ended.message);
  await removeSession();
  redirect("/home");
}

/** Asks for a link to a new password, whether or not the address has an account. The browser keeps it and `next` for the sign-in. */
export const forgot = action(accounts.forgotPassword, {
  failed: "The link could not be asked for. Please try again.",
  after: async ({ input, form }) => {
    await saveReturning({ email: input.email, next: safeNext(form.get("next")) });
    return { message: RESET_REQUESTED };
  },
});

export const acceptInvitation = action(staff.acceptInvitation, {
  form: resetLinkForm,
  failed: "Your account could not be opened. Please try again.",
  signedOut: "value",
  after: ({ result }) => enter(result, `Welcome, ${result.user.name}!`, "/admin"),
});

/** Sets a new password with the token of a one-time link. Every session ends, so it redirects to the login. */
export const reset = action(accounts.resetPassword, {
  form: resetLinkForm,
  failed: "Your password could not be changed. Please try again.",
  after: async ({ result }) => {
    const next = (await readReturning())?.next ?? null;
    await removeSession();
    await saveReturning({ email: result.email, next });
    await flash("success", "Your password has been changed. Please sign in.");
    redirect(withNext("/login", next) as Route);
  },
});
