import { createHash, randomBytes } from "node:crypto";

/** An opaque secret of 256 random bits. */
export const newToken = () => randomBytes(32).toString("base64url");

/** What the database stores of a token: nobody can sign in with a leaked hash. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");
