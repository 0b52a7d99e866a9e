"use client";

import { createContext, type ReactNode, use } from "react";
import type { Permission } from "@/db/constants/auth";

const Permissions = createContext<readonly Permission[] | null>(null);

/** Says to everything inside what the person may do who looks at it. The server refuses what is not permitted in any case. */
export const PermissionsProvider = (props: { permissions: readonly Permission[]; children: ReactNode }) => (
  <Permissions value={props.permissions}>{props.children}</Permissions>
);

/** Whether the person who looks may do something. Outside the frame of the admin area, as in a test of one part, all is shown. */
export function useMay(): (permission: Permission) => boolean {
  const permissions = use(Permissions);
  return (permission) => permissions === null || permissions.includes(permission);
}

export const Permitted = (props: { to: Permission; children: ReactNode; otherwise?: ReactNode }) =>
  useMay()(props.to) ? props.children : props.otherwise;
