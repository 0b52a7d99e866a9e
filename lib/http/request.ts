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

/** Whether the request of this page came without any cookie. One that follows an answer with cookies shows so that they are blocked. */
export const hasNoCookies = async (): Promise<boolean> => !(await headers()).get("cookie");

/**
 * Whether nobody can know yet that the browser keeps the cookies of this answer: the next page has to look. With JavaScript the form has tried
 * (components/forms/cookies.ts). Actions only.
 */
export const isFirstCookie = async (): Promise<boolean> =>
  !(await headers()).has("next-action") && (await hasNoCookies());
