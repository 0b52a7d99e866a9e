import type { Admin } from "@/lib/auth/actor";

export async function ReportsTab(_: { admin: Admin }) {
  return null;
}
