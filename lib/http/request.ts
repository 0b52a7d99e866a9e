import { cookies } from "next/headers";
import { cookieOptions, FLASH_COOKIE } from "@/lib/cookies";

/** A toast for the page that the browser is sent to. Actions only. */
export async function flash(type: "success" | "error" | "warning" | "info", message: string): Promise<void> {
  (await cookies()).set(FLASH_COOKIE, JSON.stringify({ type, message }), {
    ...cookieOptions(),
    httpOnly: false,
    maxAge: 60,
  });
}
