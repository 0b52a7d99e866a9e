import type { Done } from "@/components/admin/ui/action-form";
import { env } from "@/lib/env";

/** A link that is shown once. It is stored only as a hash. */
export const linkOnce = (name: string, path: `/${string}`, time: string, more = "") => ({
  label: `Link for ${name}`,
  hint: `Works once, within ${time}. Copy it now: it is not shown again.${more}`,
  text: env.APP_URL + path,
});

/** What is said of a link to a new password. */
export const passwordLink = (form: FormData, token: string): Done => ({
  title: "Success",
  message: "Operation successful",
  secret: linkOnce(String(form.get("name")), `/reset/${token}`, "one hour"),
});
