"use server";

import { redirect } from "next/navigation";
import { countItems } from "@/lib/cart/queries";
import { setViewerHint } from "@/lib/cart/request";
import { viewerHint } from "@/lib/cart/viewer-hint";
import { action } from "@/lib/http/action";
import { flash } from "@/lib/http/request";
import { qrOf } from "@/lib/payments/qr";
import * as accounts from "@/lib/people/operations";
import { removeSession, saveSession } from "@/lib/people/request";

async function backToAccount(message: string): Promise<never> {
  await flash("success", message);
  redirect("/account");
}

export const changeName = action(accounts.changeName, {
  failed: "Your name could not be changed. Please try again.",
  after: async ({ input: { name }, actor }) => {
    await setViewerHint(viewerHint({ ...actor, name }, await countItems(actor)));
    return backToAccount("Your name has been changed.");
  },
});

/** Sets a new password. Every session ends, and this browser gets a new one. */
export const changePassword = action(accounts.changePassword, {
  failed: "Your password could not be changed. Please try again.",
  after: async ({ result: { token, trustedDevices } }) => {
    await saveSession(token, trustedDevices);
    return backToAccount("Your password has been changed. You are signed out on all other devices.");
  },
});

/** Ends another session of the user. Logout ends the one in use. */
export const endSession = action(accounts.endSession, {
  failed: "The session could not be ended. Please try again.",
  after: () => backToAccount("The session has been ended."),
});

export const deleteAccount = action(accounts.deleteAccount, {
  failed: "Your account could not be deleted. Please try again.",
  after: async () => {
    await removeSession();
    await flash("success", "Your account has been deleted.");
    redirect("/home");
  },
});

export const beginFactor = action(accounts.beginFactor, {
  failed: "The second factor could not be set up. Please try again.",
  after: ({ result }) => ({ ...result, qr: qrOf(result.uri) }),
});

export const confirmFactor = action(accounts.confirmFactor, {
  failed: "The second factor could not be switched on. Please try again.",
});

export const switchFactorOff = action(accounts.switchFactorOff, {
  failed: "The second factor could not be switched off. Please try again.",
  after: () => backToAccount("Your second factor is off."),
});
