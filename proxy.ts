import { createHash } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { firstPaintScript, headerPaintScript } from "@/components/layout/first-paint";
import { env } from "@/lib/env";
import { noncePolicy } from "@/lib/http/security-headers";

const development = process.env.NODE_ENV === "development";

// Texts that never change are named by their hashes, so that whoever writes them needs no nonce.
const constantScripts = [firstPaintScript, headerPaintScript].map(
  (code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
);

/**
 * A policy with a nonce for pages that are made for one request. Static pages never come here: theirs is made of hashes
 * (server/page-cache/handler.ts). This is no guard: every page and action checks who asks.
 */
export function proxy(request: NextRequest): NextResponse {
  // The page on which an order is paid posts to the gateway's page.
  const isPaid = env.RAZORPAY_KEY_ID && request.nextUrl.pathname.startsWith("/orders/");
  const formTarget = isPaid ? new URL(env.RAZORPAY_API).origin : "";
  const policy = noncePolicy(crypto.randomUUID().replaceAll("-", ""), constantScripts, development, formTarget);
  const headers = new Headers(request.headers);
  // Next finds the nonce here and puts it on its own scripts.
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "private, no-store");
  return response;
}

// Next reads this without running it: constants only.
export const config = {
  matcher: [
    "/cart/:path*",
    "/checkout/:path*",
    "/orders/:path*",
    "/account/:path*",
    "/admin/:path*",
    "/login/:path*",
    "/register",
    "/reset/:path*",
    "/invitation/:path*",
    "/forgot-password",
    "/track/:path*",
    // Where server/addresses.ts leads /products?search=… to.
    "/search",
    // A form that was posted without JavaScript, to any page: the answer is made for it alone.
    {
      source: "/((?!api/|_next/|media/).*)",
      has: [{ type: "header", key: "content-type", value: "multipart/form-data.*" }],
      missing: [{ type: "header", key: "next-action" }],
    },
  ],
};
