import NextAuth from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { secureCookies } from "@/lib/cookies";
import { env } from "@/lib/env";
import { BROWSER_SECONDS, findSession } from "./session";

/**
 * next-auth writes the browser's session cookie, encrypted and httpOnly. It holds the secret of a session row, and the scope of the visitor's
 * cart that joined the account's.
 * Its HTTP routes are not mounted: lib/people checks passwords itself and passes a session that exists already.
 */
export const { signIn, signOut } = NextAuth(() => ({
  secret: env.AUTH_SECRET,
  trustHost: true, // server/inspect-request.ts has checked the Host
  useSecureCookies: secureCookies(),
  session: { strategy: "jwt", maxAge: BROWSER_SECONDS },
  pages: { signIn: "/login", signOut: "/", error: "/login" },
  providers: [
    Credentials({
      credentials: { sid: {}, cart: {} },
      authorize: async ({ sid, cart }) => {
        const user = typeof sid === "string" ? await findSession(sid) : null;
        return user ? { id: String(user.id), sid: sid as string, cart } : null;
      },
    }),
  ],
  callbacks: {
    jwt({ token, user }) {
      if (!user) return token;
      const { sid, cart } = user as { sid?: string; cart?: string };
      return { sid, cart };
    },
  },
}));
