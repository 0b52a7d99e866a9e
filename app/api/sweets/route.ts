import { sweetFields } from "@/lib/catalogue/multipart";
import * as catalogue from "@/lib/catalogue/operations";
import { sweetListResponse, sweetResponse } from "@/lib/catalogue/responses";
import { ApiResponse, endpoint, route } from "@/lib/http/endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/sweets", {
  GET: endpoint(catalogue.listSweets, {
    id: "listSweets",
    summary: "List and search sweets",
    description:
      "Newest first unless sorted; a search forgives typing errors and puts matches by name first. A page past the end has no items.",
    etag: true,
    answer: sweetListResponse,
  }),
  POST: endpoint(catalogue.createSweet, {
    id: "createSweet",
    summary: "Add a sweet",
    description:
      "As JSON, or as multipart with a picture. Without `packs` it has one, of its price and net weight; with them, price and stock are those of the default one. isAvailable is derived and ignored.",
    multipart: sweetFields,
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
    respond: (sweet) => new ApiResponse(sweet, { location: `/api/sweets/${sweet.id}` }),
  }),
});
