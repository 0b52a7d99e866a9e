import { typedValues } from "@/components/forms/use-action-form";
import { readCookie } from "@/components/ui/client-store";
import { COOKIES_BLOCKED } from "@/lib/forms/cookies";
import type { ActionFailure } from "@/lib/http/action-state";

const TRIED = "mithaas_try";

/** Whether the browser keeps a cookie. One that has some already is not tried. */
function keepsCookies(): boolean {
  try {
    if (!navigator.cookieEnabled) return false;
    if (document.cookie !== "") return true;
    document.cookie = `${TRIED}=1; Path=/; SameSite=Lax`;
    const isKept = readCookie(TRIED) === "1";
    document.cookie = `${TRIED}=; Path=/; SameSite=Lax; Max-Age=0`;
    return isKept;
  } catch {
    // Cookies are refused to a page in a sandbox by an error.
    return false;
  }
}

/** For `prepare` of a form whose answer is a cookie: without cookies nothing is sent, so that nothing is held for a cart that is lost. */
export const needsCookies = async (form: FormData): Promise<ActionFailure | undefined> =>
  keepsCookies()
    ? undefined
    : { ok: false, code: "no_cookies", message: COOKIES_BLOCKED, fields: {}, values: typedValues(form) };
