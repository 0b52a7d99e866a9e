import { z } from "zod";
import { deleteSweet, updateSweet } from "@/lib/catalogue/commands";
import { sweetFields } from "@/lib/catalogue/multipart";
import { requireSweet } from "@/lib/catalogue/queries";
import { sweetResponse } from "@/lib/catalogue/responses";
import { updateSweetInput } from "@/lib/catalogue/schema";
import { toApiSweet } from "@/lib/catalogue/select";
import { endpoint, route } from "@/lib/http/endpoint";
import { message } from "@/lib/http/responses";
import { derive } from "@/lib/images/pipeline";
import { pathId } from "@/lib/text";

const params = z.object({ id: pathId });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/sweets/{id}", {
  GET: endpoint(
    { id: "getSweet", tag: "Sweets", summary: "One sweet", actor: "public", params, etag: true, answer: sweetResponse },
    async ({ params: { id } }) => toApiSweet(await requireSweet(id)),
  ),
  PUT: endpoint(
    {
      id: "updateSweet",
      tag: "Sweets",
      summary: "Change a sweet",
      description:
        "Changes only what is sent. `price`, stock and net weight are those of the default pack; `packs` replaces all of them, matched by id, else by label. With stockWas only the difference typed is applied, so that a sale meanwhile is not undone; with version a sweet that was changed meanwhile is a 409.",
      actor: "admin",
      params,
      body: updateSweetInput,
      multipart: sweetFields,
      // No time is spent on a picture for a sweet that is not there.
      picture: async (image, { id }) => {
        await requireSweet(id);
        return derive(image);
      },
      example: { price: 340, featured: true },
      locks: ({ params }) => [params.id],
      answer: sweetResponse,
      errors: { 409: "Changed in the meantime (stale_version), or less stock than the difference takes out" },
    },
    async ({ actor, params: { id }, body, picture, write }) =>
      toApiSweet(await write((db) => updateSweet(actor, id, body, picture, db))),
  ),
  DELETE: endpoint(
    {
      id: "deleteSweet",
      tag: "Sweets",
      summary: "Take a sweet off sale",
      description: "It is hidden, units held in carts go back, and its orders stay as they are.",
      actor: "admin",
      params,
      locks: ({ params }) => [params.id],
      answer: message,
    },
    async ({ actor, params: { id }, write }) => {
      await write((db) => deleteSweet(actor, id, db));
      return { message: "Sweet deleted successfully" };
    },
  ),
});
