import { DeliveryCheck } from "@/components/delivery/delivery-check";
import { EmptyState } from "@/components/ui/empty-state";
import { ListingForm } from "./listing-form";
import { ListingPages } from "./listing-pages";
import { ProductCard } from "./product-card";
import { ProductOffer } from "./product-offer";

/** What sweets are sold with: one file, so that a touch loads them together. */
export const selling = { DeliveryCheck, EmptyState, ListingForm, ListingPages, ProductCard, ProductOffer };
