import { FormError } from "@/components/forms/form-error";
import { COOKIES_BLOCKED } from "@/lib/forms/cookies";

/** On the page after a form whose answer had the browser's first cookie, when that did not come back. */
export const CookiesBlocked = () => (
  <div className="w-full max-w-[26rem] mb-6">
    <FormError>{COOKIES_BLOCKED}</FormError>
  </div>
);
