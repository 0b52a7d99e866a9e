import { notFound } from "next/navigation";
import { cache } from "react";
import type { Admin } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import type { AdminOrder } from "@/lib/orders/serializers";
import { pathId } from "@/lib/text";

/** The order with the id of the path, or the not-found page. */
export const findOrderOrNotFound = cache(async (admin: Admin, segment: string): Promise<AdminOrder> => {
  const id = pathId.safeParse(segment);
  if (!id.success) notFound();
  try {
    return await findAnyOrder(admin, id.data);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
});
