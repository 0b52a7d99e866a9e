"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { useEffect } from "react";
import type { DeliveryCheckProps } from "@/components/delivery/delivery-check";
import { readPincode } from "@/components/delivery/pincode-store";
import { DeliveryCheck, ProductOffer } from "@/components/parts";
import { hydratePart } from "@/components/ui/hydrate-on-touch";
import { useLiveStock } from "./live-stock";
import type { ProductOfferProps } from "./product-offer";

/** The main part of a product page, kept up to date. */
export function ProductMain(props: ProductOfferProps) {
  useLiveStock([props]);
  return <ProductOffer {...props} />;
}

/** The pincode field of a product page, which answers at once for a pincode that is remembered. */
export function ProductDelivery(props: DeliveryCheckProps) {
  useEffect(() => {
    if (readPincode()) hydratePart(document.getElementById("delivery-check"));
  }, []);
  return <DeliveryCheck {...props} />;
}
