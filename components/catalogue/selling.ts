import { DeliveryCheck } from "@/components/delivery/delivery-check";
import { ListingForm } from "./listing-form";
import { ListingPages, NoSweets } from "./listing-pages";
import { ProductCard } from "./product-card";
import { ProductOffer } from "./product-offer";

/** What sweets are sold with: one file, so that a touch loads them together. */
export const selling = { DeliveryCheck, NoSweets, ListingForm, ListingPages, ProductCard, ProductOffer };
