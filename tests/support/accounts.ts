// The functions of accounts whole: what is checked and hashed first, and then what is written.
import { writeDb } from "@/db/client";
import type { Ready } from "@/db/write-slots";
import * as account from "@/lib/accounts/account.server";
import * as resets from "@/lib/accounts/reset.server";
import * as accounts from "@/lib/accounts/server";

const whole =
  <A extends unknown[], T>(prepare: (...args: A) => Promise<Ready<T>>) =>
  async (...args: A): Promise<T> =>
    (await prepare(...args))(writeDb());

export const login = whole(accounts.login);
export const register = whole(accounts.register);
export const changePassword = whole(account.changePassword);
export const deleteAccount = whole(account.deleteAccount);
export const resetPassword = whole(resets.resetPassword);
