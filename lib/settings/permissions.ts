import type { Permission } from "@/db/constants/auth";
import { openingSections, type Section, sections } from "@/db/constants/settings";
import { type Actor, assertMay, assertOwnSession, may, type Staff } from "@/lib/auth/actor";

/** Sections that are an owner's own, never a key's: where money goes to, what the law wants, and who gets in. */
const ownersOnly: readonly Section[] = ["payments", "tax", "security"];

const permissionFor = (section: Section, right: "read" | "write"): Permission =>
  openingSections.includes(section) ? `opening:${right}` : `settings:${right}`;

/** The sections that the actor may read. */
export const readableSections = (actor: Actor): Section[] =>
  sections.filter(
    (section) => may(actor, permissionFor(section, "read")) && !(actor.kind === "key" && ownersOnly.includes(section)),
  );

/** Throws `permission` unless the actor may read this section. */
export function assertMayRead(actor: Actor, section: Section): asserts actor is Staff {
  assertMay(actor, permissionFor(section, "read"));
}

/** Throws `permission` unless the actor may save this section. */
export function assertMayWrite(actor: Actor, section: Section): asserts actor is Staff {
  const permission = permissionFor(section, "write");
  if (ownersOnly.includes(section)) assertOwnSession(actor, permission);
  else assertMay(actor, permission);
}
