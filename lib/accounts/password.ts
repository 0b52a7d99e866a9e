import { type Algorithm, hash, verify } from "@node-rs/argon2";

// OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane (Password Storage Cheat Sheet).
const parameters = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, parameters);

// A hash of nothing anybody knows: an unknown e-mail takes as long as a wrong password.
const nobody = hashPassword(crypto.randomUUID());

/** Whether a password fits a hash; always false, after the same work, without one. */
export async function fits(password: string, passwordHash: string | undefined): Promise<boolean> {
  const right = await verify(passwordHash ?? (await nobody), password);
  return right && passwordHash !== undefined;
}
