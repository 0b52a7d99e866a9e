import { sweetAnswer, sweetListAnswer } from "@/lib/catalogue/answer";
import { createSweet } from "@/lib/catalogue/edit.server";
import { createSweetInput, listQuery } from "@/lib/catalogue/input";
import { sweetFields } from "@/lib/catalogue/multipart";
import { listSweetViews, sweetView } from "@/lib/catalogue/server";
import { Answer, endpoint, route } from "@/lib/http/endpoint";
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
      answer: sweetListAnswer,
    },
    ({ query }) => listSweetViews(query),
  ),
  POST: endpoint(
    {
      id: "createSweet",
      tag: "Sweets",
      summary: "Add a sweet",
      description: "As JSON, or as multipart with a picture. isAvailable is derived and ignored.",
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
      answer: sweetAnswer,
    },
    async ({ actor, body, picture }) => {
      const sweet = await createSweet(actor, body, picture);
      return new Answer(sweetView(sweet), { location: `/api/sweets/${sweet.id}` });
    },
  ),
});
