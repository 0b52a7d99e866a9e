"use client";

import { useSyncExternalStore } from "react";
import { readDay, subscribeDay } from "@/components/stock/day-store";
import type { DeliveryOffers } from "@/lib/delivery/queries";
import { DeliveryFailed, DeliveryResult } from "./delivery-result";
import type { DeliveryShop } from "./delivery-texts";
import { useOffers } from "./use-offers";

type DeliveryAnswerProps = { pincode: string; items: string; shop: DeliveryShop; posted: DeliveryOffers | null };

/** The offers for a pincode on the page of a sweet, which loads this when it is known. `posted`: to a form without JavaScript. */
export default function DeliveryAnswer({ pincode, items, shop, posted }: DeliveryAnswerProps) {
  const { offers, isFailed, refresh } = useOffers(pincode, items, { items, offers: posted });
  const day = useSyncExternalStore(subscribeDay, readDay, () => "");
  if (isFailed) return <DeliveryFailed onRetry={refresh} />;
  if (!offers) return <p className="text-muted">Loading...</p>;
  return <DeliveryResult offers={offers} shop={shop} day={day} />;
}
