import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { invitations, messages, passwordResets, users } from "@/db/schema";
import { inTransaction } from "@/db/transaction";
import { type Write, writeAtOnce } from "@/db/write-slots";
import { type Actor, assertOwnSession, notPermitted } from "@/lib/auth/actor";
import { changesBetween, recordAudit } from "@/lib/auth/audit-log";
import { authorText } from "@/lib/auth/author";
import { hashToken, newToken } from "@/lib/auth/tokens";
import { env } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import { type SessionStart, type SignedIn, signIn } from "./commands";
import { hashPassword } from "./password";
import { addLink } from "./reset-commands";
import { findInvitation, findStaff } from "./staff-queries";
import type { StaffRow } from "./staff-responses";
import type { InviteInput, StaffInput } from "./staff-schema";
import { kindTexts } from "./staff-texts";

/** Hours for which an invitation works. */
const INVITATION_HOURS = 72;

const nameOf = (kind: keyof typeof kindTexts) => kindTexts[kind].name.toLowerCase();

async function addInvitation(userId: number, madeBy: number, tx: Executor): Promise<string> {
  const token = newToken();
  await tx.insert(invitations).values({
    tokenHash: hashToken(token),
    userId,
    madeBy,
    expiresAt: sql`now() + ${INVITATION_HOURS} * interval '1 hour'`,
  });
  return token;
}

/**
 * Invites somebody to work for the shop, and returns the secret of the link by which that person sets a password. Until then the account
 * opens to nothing. Whoever was invited and has not accepted gets another link, with the name and kind that are given now; the earlier one
 * stops working. Throws `email_taken` for an address that has an account.
 */
export async function inviteStaff(
  actor: Actor,
  { name, email, staff }: InviteInput,
  db: Executor,
): Promise<{ row: StaffRow; token: string }> {
  assertOwnSession(actor, "staff:write");
  return inTransaction(db, async (tx) => {
    const [invited] = await tx
      .insert(users)
      .values({ email, name, role: "admin", staff })
      .onConflictDoUpdate({
        target: users.email,
        set: { name, staff, updatedAt: sql`now()` },
        setWhere: and(eq(users.role, "admin"), isNull(users.passwordHash), users.active),
      })
      .returning({ id: users.id });
    if (!invited) throw new AppError("email_taken", "An account with this email already exists.");
    await tx.delete(invitations).where(eq(invitations.userId, invited.id));
    const token = await addInvitation(invited.id, actor.id, tx);
    // The mail has a link of its own, which is made when it is sent: its secret is stored nowhere either.
    if (env.SMTP_URL)
      await tx
        .insert(messages)
        .values({ kind: "staff_invitation", event: `staff_invitation:${hashToken(token).slice(0, 32)}`, email });
    const row = await findStaff(invited.id, tx);
    if (!row) throw new Error("the account was not stored");
    await recordAudit(tx, actor, {
      action: "invite",
      noun: "staff",
      nounId: row.id,
      text: `invited ${name} (${email}) to work as ${nameOf(staff)}`,
    });
    return { row, token };
  });
}

/**
 * A further link for the mail of an invitation that waits to be accepted; null when there is none any more. The invitation's own link
 * works beside it.
 */
export const createInvitationFor = (email: string, db: Executor): Promise<string | null> =>
  inTransaction(db, async (tx) => {
    const [found] = await tx
      .select({ userId: invitations.userId, madeBy: invitations.madeBy })
      .from(invitations)
      .innerJoin(users, eq(users.id, invitations.userId))
      .where(and(eq(users.email, email), isNull(users.passwordHash), users.active))
      .limit(1);
    return found ? addInvitation(found.userId, found.madeBy, tx) : null;
  });

/** Removes the link of a mail that has not been sent. */
export async function withdrawInvitation(token: string, db: Executor): Promise<void> {
  await db.delete(invitations).where(eq(invitations.tokenHash, hashToken(token)));
}

const INVITATION_ENDED = "This invitation is no longer valid. Please ask for a new one.";

/**
 * Sets the password of who was invited, once, and signs in. A visitor's cart is left alone: staff have none. Throws `not_found` for a link
 * that is unknown, used or old, or whose maker is switched off.
 */
export async function acceptInvitation(
  token: string,
  password: string,
  start: SessionStart,
  write: Write = writeAtOnce,
): Promise<SignedIn> {
  // An invented link costs no hash.
  if (!(await findInvitation(token))) throw notFound(INVITATION_ENDED);
  const passwordHash = await hashPassword(password);
  return write((db) =>
    inTransaction(db, async (tx) => {
      const invited = await findInvitation(token, tx);
      const accepted =
        invited &&
        (await tx
          .update(users)
          .set({ passwordHash, updatedAt: sql`now()` })
          .where(and(eq(users.id, invited.id), isNull(users.passwordHash), users.active))
          .returning({ id: users.id }));
      // Another request may have used it meanwhile.
      if (!invited || accepted?.length === 0) throw notFound(INVITATION_ENDED);
      await tx.delete(invitations).where(eq(invitations.userId, invited.id));
      const signedIn = await signIn({ id: invited.id, passwordHash }, { ...start, cartToken: null }, tx);
      await recordAudit(tx, signedIn.user, {
        action: "accept invitation",
        noun: "staff",
        nounId: invited.id,
        text: "accepted the invitation",
      });
      return signedIn;
    }),
  );
}

/**
 * Changes what somebody does, or switches the account on or off. Sessions, tokens and reset links end with a trigger (db/functions/accounts.sql),
 * and keys that this person made stop working. Throws `not_found`, and `last_owner` when nobody would be left who is an active owner.
 * Locks: the accounts of all owners, and this one, by id.
 */
export async function updateStaff(
  actor: Actor,
  id: number,
  { staff, active }: StaffInput,
  db: Executor,
): Promise<StaffRow> {
  assertOwnSession(actor, "staff:write");
  return inTransaction(db, async (tx) => {
    // All owners, so that two who switch each other off wait for one another.
    const locked = await tx
      .select({
        id: users.id,
        person: authorText(users),
        staff: users.staff,
        active: users.active,
        isOwner: sql<boolean>`${users.staff} = 'owner' and ${users.active} and ${users.passwordHash} is not null`,
      })
      .from(users)
      .where(and(eq(users.role, "admin"), or(eq(users.staff, "owner"), eq(users.id, id))))
      .orderBy(users.id)
      .for("update");
    // Under the lock once more: somebody may have switched the actor off a moment ago.
    if (!locked.some((row) => row.isOwner && row.id === actor.id)) throw notPermitted("staff:write");
    const before = locked.find((row) => row.id === id);
    if (!before) throw notFound("Nobody who works for the shop has this id.");
    const staysOwner = staff === "owner" && active;
    if (before.isOwner && !staysOwner && !locked.some((row) => row.isOwner && row.id !== id))
      throw new AppError(
        "last_owner",
        "The shop needs an owner who can sign in. Please make somebody else an owner first.",
      );
    await tx.update(users).set({ staff, active, updatedAt: sql`now()` }).where(eq(users.id, id));
    const changes = changesBetween({ staff: before.staff, active: before.active }, { staff, active });
    const did = [
      changes.staff && `made ${before.person} ${nameOf(staff)}`,
      changes.active && `switched ${before.person} ${active ? "on" : "off"}`,
    ].filter(Boolean);
    if (did.length > 0)
      await recordAudit(tx, actor, { action: "update", noun: "staff", nounId: id, text: did.join(" and "), changes });
    return (await findStaff(id, tx)) as StaffRow;
  });
}

/**
 * The secret of a one-time link to a new password for somebody who works for the shop; an earlier link stops working. Throws `not_found`, and
 * `conflict` for who has not accepted the invitation or is switched off.
 */
export async function createStaffLink(actor: Actor, id: number, db: Executor): Promise<string> {
  assertOwnSession(actor, "staff:write");
  return inTransaction(db, async (tx) => {
    const row = await findStaff(id, tx);
    if (!row) throw notFound("Nobody who works for the shop has this id.");
    const [account] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), users.active, isNotNull(users.passwordHash)))
      .for("no key update");
    if (!account)
      throw new AppError(
        "conflict",
        "This account cannot sign in. Invite this person again, or switch the account on.",
      );
    await tx.delete(passwordResets).where(eq(passwordResets.userId, id));
    const token = await addLink(id, tx);
    const text = `made a link to a new password for ${row.name} (${row.email})`;
    await recordAudit(tx, actor, { action: "create link", noun: "staff", nounId: id, text });
    return token;
  });
}
