import { z } from "zod";
import { pageNumber } from "@/lib/text";
import { messageFilters } from "./constants";

/** The owner's list in its address: unknown values fall back to the default. */
export const messagesQuery = z.object({ show: z.enum(messageFilters).catch("all"), page: pageNumber });
