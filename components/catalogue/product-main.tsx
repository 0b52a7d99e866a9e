"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { Suspense, useEffect } from "react";
import type { DeliveryCheckProps } from "@/components/delivery/delivery-check";
import { readPincode } from "@/components/delivery/pincode-store";
import { DeliveryCheck, ProductOffer } from "@/components/parts";
import { hydratePart } from "@/components/ui/hydrate-on-touch";
import { later } from "@/components/ui/later";
import { useLiveStock } from "./live-stock";
import type { ProductOfferProps } from "./product-offer";

// Loaded after the page is shown: its place is kept.
const DayChoice = later(() => import("./day-choice"));

/** The main part of a product page, kept up to date. `hasDays`: the shop has days to choose from. */
export function ProductMain({ hasDays, ...props }: ProductOfferProps & { hasDays: boolean }) {
  useLiveStock([props]);
  return (
    <>
      <ProductOffer {...props} />
      {hasDays && (
        <div className="mt-3 min-h-12 lg:max-w-72">
          <Suspense>
            <DayChoice sweet={props.id} />
          </Suspense>
        </div>
      )}
    </>
  );
}

/** The pincode field of a product page, which answers at once for a pincode that is remembered. */
export function ProductDelivery(props: DeliveryCheckProps) {
  useEffect(() => {
    if (readPincode()) hydratePart(document.getElementById("delivery-check"));
  }, []);
  return <DeliveryCheck {...props} />;
}
