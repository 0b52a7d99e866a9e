// What sweets are sold with: one file, so that a touch loads them together.
export { DeliveryCheck } from "@/components/delivery/delivery-check";
export { EmptyState } from "@/components/ui/empty-state";
export { ListingForm } from "./listing-form";
export { ListingPages } from "./listing-pages";
export { ProductCard } from "./product-card";
export { ProductOffer } from "./product-offer";
