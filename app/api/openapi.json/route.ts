import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { openApi } from "@/lib/http/openapi";
import { documentedRoutes } from "../routes";

let document: Record<string, unknown> | undefined;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/openapi.json", {
  GET: endpoint(
    {
      id: "getOpenApi",
      tag: "Service",
      summary: "This document",
      actor: "public",
      etag: true,
      answer: z.looseObject({ openapi: z.string() }).meta({ id: "OpenApi" }),
    },
    async () => {
      document ??= openApi(documentedRoutes());
      return document as { openapi: string };
    },
  ),
});
