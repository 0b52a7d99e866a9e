import { cookies, headers } from "next/headers";
import { cookieOptions, FLASH_COOKIE } from "@/lib/cookies";

/** A toast for the page that the browser is sent to. Actions only. */
export async function flash(type: "success" | "error" | "warning" | "info", message: string): Promise<void> {
  (await cookies()).set(FLASH_COOKIE, JSON.stringify({ type, message }), {
    ...cookieOptions(),
    httpOnly: false,
    maxAge: 60,
  });
}

/** Whether the request of this page came without any cookie. After an answer that set one, this means that the browser blocks cookies. */
export const hasNoCookies = async (): Promise<boolean> => !(await headers()).get("cookie");

/**
 * Whether this action sets the browser's first cookie, which it may block: the next page has to check. With JavaScript the form has checked
 * already (components/forms/cookies.ts). Actions only.
 */
export const isFirstCookie = async (): Promise<boolean> =>
  !(await headers()).has("next-action") && (await hasNoCookies());
