"use client";

import { Suspense } from "react";
import { useChosenPack } from "@/components/stock/stock-store";
import { later } from "@/components/ui/later";
import type { PackChoice } from "@/lib/catalogue/packs";
import type { DeliveryShop } from "./delivery-texts";
import { type CheckDelivery, PincodeForm } from "./pincode-form";
import { usePincode } from "./pincode-store";

// Loaded when the pincode is known.
const DeliveryAnswer = later(() => import("./delivery-answer"));

type DeliveryCheckProps = { id: number; packs?: PackChoice[]; shop: DeliveryShop; action: CheckDelivery };

export function DeliveryCheck({ id, packs, shop, action }: DeliveryCheckProps) {
  const pincode = usePincode();
  const chosen = useChosenPack(id, packs);
  const items = chosen && !chosen.isDefault ? `${id}:1:${chosen.id}` : `${id}:1`;
  return (
    <section aria-label="Delivery" className="for-shoppers mt-7 pt-6 border-t border-border max-w-[34rem]">
      <PincodeForm pincode={pincode} items={items} action={action}>
        {(posted) => {
          const answer = posted?.ok ? posted.data : null;
          const known = pincode || answer?.pincode;
          const shown = known && <DeliveryAnswer pincode={known} items={items} shop={shop} posted={answer} />;
          return (
            // As high as most answers as soon as the pincode is known, so that nothing below moves when one arrives.
            <div role="status" className="mt-3 in-data-pincode:min-h-[10.25rem] xl:in-data-pincode:min-h-[7rem]">
              {shown ? (
                // Without JavaScript nothing would replace a fallback: the page then waits for the answer.
                answer ? (
                  shown
                ) : (
                  <Suspense fallback={<p className="text-muted">Loading...</p>}>{shown}</Suspense>
                )
              ) : (
                <p className="text-muted">See when this sweet can be with you, and for how much.</p>
              )}
            </div>
          );
        }}
      </PincodeForm>
    </section>
  );
}
