import { notFound } from "next/navigation";
import { cache } from "react";
import type { Admin } from "@/lib/auth/actor";
import { type AdminSweet, findForAdmin } from "@/lib/catalogue/admin-queries";
import { AppError } from "@/lib/errors";
import { pathId } from "@/lib/text";

/** The sweet with the id of the path, or the not-found page. */
export const findSweetOrNotFound = cache(async (admin: Admin, segment: string): Promise<AdminSweet> => {
  const id = pathId.safeParse(segment);
  if (!id.success) notFound();
  try {
    return await findForAdmin(admin, id.data);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
});
