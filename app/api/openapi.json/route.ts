import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { openApi } from "@/lib/http/openapi";
import { read } from "@/lib/http/operation";
import { factsForPage } from "@/lib/settings/queries";
import { shop } from "@/lib/shop";
import { sentBodies } from "@/lib/webhooks/responses";
import { apiRoutes } from "../routes";

let document: ReturnType<typeof openApi> | undefined;

async function readDocument() {
  document ??= openApi(apiRoutes(), sentBodies);
  const { emails } = await factsForPage();
  return { ...document, info: { ...document.info, contact: { name: shop.name, email: emails.support } } };
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/openapi.json", {
  GET: endpoint(read({ by: "public", run: readDocument }), {
    id: "getOpenApi",
    summary: "This document",
    etag: true,
    answer: z.looseObject({ openapi: z.string() }).meta({ id: "OpenApi" }),
  }),
});
