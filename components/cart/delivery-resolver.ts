import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { deliveryForm } from "@/lib/orders/schema";
import type { DeliveryFields } from "./checkout-form";

export const resolver = zodResolver(deliveryForm) as unknown as Resolver<DeliveryFields>;
