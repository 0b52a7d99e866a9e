import { createSweet } from "@/lib/catalogue/commands";
import { listApiSweets } from "@/lib/catalogue/list-queries";
import { sweetFields } from "@/lib/catalogue/multipart";
import { sweetListResponse, sweetResponse } from "@/lib/catalogue/responses";
import { createSweetInput, listQuery } from "@/lib/catalogue/schema";
import { toApiSweet } from "@/lib/catalogue/select";
import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";
import { derive } from "@/lib/images/pipeline";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/sweets", {
  GET: endpoint(
    {
      id: "listSweets",
      tag: "Sweets",
      summary: "List and search sweets",
      description:
        "Newest first unless sorted; a search forgives typing errors and puts matches by name first. A page past the end has no items.",
      actor: "public",
      query: listQuery,
      etag: true,
      answer: sweetListResponse,
    },
    ({ query }) => listApiSweets(query),
  ),
  POST: endpoint(
    {
      id: "createSweet",
      tag: "Sweets",
      summary: "Add a sweet",
      description:
        "As JSON, or as multipart with a picture. Without `packs` it has one, of its price and net weight; with them, price and stock are those of the default one. isAvailable is derived and ignored.",
      actor: "admin",
      body: createSweetInput,
      multipart: sweetFields,
      picture: (image) => derive(image),
      example: {
        name: "Kesar Peda",
        category: "Traditional Sweets",
        description: "Milk fudge with saffron, made every morning.",
        price: 320.5,
        stock: 40,
      },
      status: 201,
      location: true,
      answer: sweetResponse,
    },
    async ({ actor, body, picture, write }) => {
      const sweet = await write((db) => createSweet(actor, body, picture, db));
      return new ApiResponse(toApiSweet(sweet), { location: `/api/sweets/${sweet.id}` });
    },
  ),
});
