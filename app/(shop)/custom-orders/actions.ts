"use server";

import { requestCustomOrder } from "@/lib/enquiries/operations";
import { customOrderInput } from "@/lib/enquiries/schema";
import { action } from "@/lib/http/action";

export const sendCustomOrderForm = action(requestCustomOrder, { form: customOrderInput, failed: "An error occurred" });
