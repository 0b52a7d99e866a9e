import type { ReactNode } from "react";
import type { Viewer } from "./viewer-text";

type VisibleToProps = {
  roles: readonly (Viewer["role"] | "neutral")[];
  /** Given on private pages, which are rendered for one person. Public pages contain every variant, and CSS shows one. */
  viewer?: Viewer;
  children: ReactNode;
};

/**
 * A part of the page for some viewers only. On public pages `data-for` lists them, and app/styles/header.css compares it with
 * `data-viewer` on <html>, which the first-paint script sets. "neutral" is shown without JavaScript.
 */
export function VisibleTo({ roles, viewer, children }: VisibleToProps) {
  if (viewer) return roles.includes(viewer.role) ? children : null;
  return (
    <div className="contents" data-for={roles.join(" ")}>
      {children}
    </div>
  );
}
