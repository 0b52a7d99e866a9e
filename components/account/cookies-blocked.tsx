import { Notice } from "@/components/ui/notice";
import { COOKIES_BLOCKED } from "@/lib/forms/cookies";

/** On the page after a form whose answer had the browser's first cookie, when that did not come back. */
export const CookiesBlocked = () => <Notice tone="danger" className="w-full max-w-104 mb-6" title={COOKIES_BLOCKED} />;
