"use server";

import { sendContact } from "@/lib/enquiries/operations";
import { action } from "@/lib/http/action";

export const sendContactForm = action(sendContact, { failed: "An error occurred" });
