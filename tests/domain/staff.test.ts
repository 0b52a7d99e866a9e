// The last owner of the shop, and what is written to the audit log about staff and keys.
import { beforeEach, expect, test } from "vitest";
import { createKey, revokeKey } from "@/lib/people/key-commands";
import { createStaffLink, inviteStaff, updateStaff } from "@/lib/people/staff-commands";
import { refusal, refusals } from "../support/database";
import { anAdmin, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";

let owner: Member;
beforeEach(async () => {
  await sql`update users set staff = 'manager' where staff = 'owner'`;
  owner = await anAdmin();
});

const owners = () => sql`select id from users where staff = 'owner' and active and password_hash is not null`;

test("the last owner who can sign in stays one: whoever is invited is none yet", async () => {
  await inviteStaff(owner, { name: "Meena Patil", email: "meena@example.com", staff: "owner" }, pool);
  for (const change of [
    { staff: "manager", active: true },
    { staff: "owner", active: false },
  ] as const)
    expect(await refusal(updateStaff(owner, owner.id, change, pool))).toMatchObject({ code: "last_owner" });
  const second = await anAdmin();
  await updateStaff(owner, owner.id, { staff: "manager", active: true }, pool);
  expect(await owners()).toEqual([{ id: second.id }]);
});

test("of owners who step down at the same moment one stays", async () => {
  const all = [owner, ...(await Promise.all(Array.from({ length: 5 }, () => anAdmin())))];
  const outcomes = await Promise.allSettled(
    all.map((one) => updateStaff(one, one.id, { staff: "owner", active: false }, pool)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(all.length - 1);
  expect(await owners()).toHaveLength(1);
});

test("of two who switch each other off at the same moment the second one may not any more", async () => {
  const other = await anAdmin();
  const outcomes = await Promise.allSettled([
    updateStaff(owner, other.id, { staff: "owner", active: false }, pool),
    updateStaff(other, owner.id, { staff: "owner", active: false }, pool),
  ]);
  expect(refusals(outcomes)).toEqual({ permission: 1 });
  expect(await owners()).toHaveLength(1);
});

test("whoever is not an owner changes nobody", async () => {
  const manager = await anAdmin("manager");
  const code = "permission";
  expect(await refusal(updateStaff(manager, owner.id, { staff: "counter", active: true }, pool))).toMatchObject({
    code,
  });
  expect(await refusal(createStaffLink(manager, owner.id, pool))).toMatchObject({ code });
  const invite = { name: "Meena Patil", email: "m@example.com", staff: "owner" } as const;
  expect(await refusal(inviteStaff(manager, invite, pool))).toMatchObject({ code });
  expect(
    await refusal(createKey(manager, { name: "Till", permissions: ["orders:read"], expiresAt: null }, pool)),
  ).toMatchObject({
    code,
  });
});

test("what is done with staff and keys is written down, without a secret", async () => {
  const { row } = await inviteStaff(owner, { name: "Ravi Shah", email: "ravi@example.com", staff: "counter" }, pool);
  await updateStaff(owner, row.id, { staff: "kitchen", active: false }, pool);
  await updateStaff(owner, row.id, { staff: "kitchen", active: false }, pool);
  const made = await createKey(owner, { name: "Till", permissions: ["orders:write"], expiresAt: null }, pool);
  await revokeKey(owner, made.row.id, pool);
  await revokeKey(owner, made.row.id, pool);
  const log = await sql`select * from audit_log where by_id = ${owner.id} order by id`;
  expect(log.map(({ by_kind, noun, noun_id, text, changes }) => [by_kind, noun, noun_id, text, changes])).toEqual([
    ["staff", "staff", String(row.id), `${owner.name} invited Ravi Shah (ravi@example.com) to work as counter`, {}],
    [
      "staff",
      "staff",
      String(row.id),
      `${owner.name} made Ravi Shah (ravi@example.com) kitchen and switched Ravi Shah (ravi@example.com) off`,
      { staff: ["counter", "kitchen"], active: [true, false] },
    ],
    ["staff", "keys", String(made.row.id), `${owner.name} made the API key Till for orders:write`, {}],
    ["staff", "keys", String(made.row.id), `${owner.name} revoked the API key Till`, {}],
  ]);
  expect(JSON.stringify(log)).not.toContain(made.key);
});
