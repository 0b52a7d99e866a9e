"use server";

import { requestCustomOrder } from "@/lib/enquiries/operations";
import { customOrderForm } from "@/lib/enquiries/request-schema";
import { action } from "@/lib/http/action";

export const sendCustomOrderForm = action(requestCustomOrder, { form: customOrderForm, failed: "An error occurred" });
