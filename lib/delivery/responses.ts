import { z } from "zod";
import { deliveryMethods } from "@/db/constants/delivery";
import { areaKinds } from "@/db/constants/settings";
import { count, positiveInt, rupees } from "@/lib/http/responses";

const day = z.iso.date();
const clockTime = z.string().meta({ examples: ["10:00"] });

export const deliveryResponse = z
  .object({
    pincode: z.string(),
    served: z.boolean().meta({ description: "False: it can only be picked up" }),
    area: z.object({ name: z.string(), kind: z.enum(areaKinds) }).nullable(),
    methods: z.array(
      z.object({
        method: z.enum(deliveryMethods),
        fee: rupees.meta({ description: "Rupees, for the items of the query" }),
        freeFrom: rupees.nullable().meta({ description: "The value of sweets from which there is no fee" }),
        minimum: rupees.nullable().meta({ description: "The value of sweets from which the area is served" }),
        // Null where windows say it exactly.
        estimate: z.string().nullable(),
        days: z.array(
          z.object({ date: day, slots: z.array(z.object({ from: clockTime, to: clockTime, left: count })) }),
        ),
      }),
    ),
    blocked: z.array(positiveInt).meta({ description: "Products that do not travel by courier" }),
    today: day.meta({ description: "The day in Asia/Kolkata" }),
  })
  .meta({
    id: "Delivery",
    examples: [
      {
        pincode: "400028",
        served: true,
        area: { name: "Mumbai", kind: "local" },
        methods: [
          {
            method: "delivery",
            fee: 49,
            freeFrom: 1000,
            minimum: null,
            estimate: null,
            days: [{ date: "2026-01-27", slots: [{ from: "10:00", to: "13:00", left: 12 }] }],
          },
        ],
        blocked: [],
        today: "2026-01-26",
      },
    ],
  });
