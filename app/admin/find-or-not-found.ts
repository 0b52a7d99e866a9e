import { notFound } from "next/navigation";
import { cache } from "react";
import type { Staff } from "@/lib/auth/actor";
import { findForAdmin } from "@/lib/catalogue/admin-queries";
import { AppError } from "@/lib/errors";
import { findShownOrder } from "@/lib/messages/order-whatsapp";
import { editablePlan } from "@/lib/stock/plan-queries";
import { pathId } from "@/lib/text";
import { findWebhook } from "@/lib/webhooks/queries";

/** Finds what has the id of the path, once for a request, or shows the not-found page. */
const orNotFound = <A extends Staff, T>(find: (admin: A, id: number) => Promise<T>) =>
  cache(async (admin: A, segment: string): Promise<T> => {
    const id = pathId.safeParse(segment);
    if (!id.success) notFound();
    try {
      return await find(admin, id.data);
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found") notFound();
      throw error;
    }
  });

export const findOrderOrNotFound = orNotFound(findShownOrder);
export const findSweetOrNotFound = orNotFound(findForAdmin);
export const findPlanOrNotFound = orNotFound(editablePlan);
export const findWebhookOrNotFound = orNotFound(findWebhook);
