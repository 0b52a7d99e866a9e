"use client";

import { createContext, type ReactNode, use } from "react";
import type { Permission } from "@/db/constants/auth";

const Permissions = createContext<readonly Permission[] | null>(null);

/** Says to everything inside what the person may do who looks at it. The server refuses what is not permitted in any case. */
export function PermissionsProvider(props: { permissions: readonly Permission[]; children: ReactNode }) {
  return <Permissions value={props.permissions}>{props.children}</Permissions>;
}

/** Whether the person who looks may do something. Outside the frame of the admin area, as in a test of one part, all is shown. */
export function useMay(): (permission: Permission) => boolean {
  const permissions = use(Permissions);
  return (permission) => permissions === null || permissions.includes(permission);
}

type MayProps = { to: Permission; children: ReactNode; otherwise?: ReactNode };

/** What is shown to those who may do something, and to nobody else. */
export function May({ to, children, otherwise = null }: MayProps) {
  return useMay()(to) ? children : otherwise;
}
