import { cookies } from "next/headers";
import { cookieOptions } from "@/lib/cookies";
import { PINCODE_COOKIE, PINCODE_SECONDS, pincodeIn } from "./constants";

/** The pincode that this device remembers; empty when there is none. */
export const rememberedPincode = async (): Promise<string> =>
  pincodeIn((await cookies()).get(PINCODE_COOKIE)?.value ?? "");

/** Remembers a pincode on this device. Actions only. Not a second time: setting a cookie makes Next render the page again. */
export async function setPincodeCookie(pincode: string): Promise<void> {
  if (pincode === (await rememberedPincode())) return;
  (await cookies()).set(PINCODE_COOKIE, pincode, { ...cookieOptions(), httpOnly: false, maxAge: PINCODE_SECONDS });
}
