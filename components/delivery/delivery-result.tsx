import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Icon, type IconName } from "@/components/ui/icon";
import type { DeliveryOffers, MethodOffer } from "@/lib/delivery/queries";
import { formatRupees } from "@/lib/money";
import { blockedText, type DeliveryShop, earliestText, feeText, notServedText, noWindowText } from "./delivery-texts";

export function DeliveryLine({ icon, tone = "", children }: { icon: IconName; tone?: string; children: ReactNode }) {
  return (
    <p className={`flex items-start gap-2.5 ${tone}`}>
      <Icon name={icon} className="size-5 shrink-0 mt-1" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

type DeliveryResultProps = {
  offers: DeliveryOffers;
  shop: DeliveryShop;
  /** The day for which the shopper buys; empty for today. */
  day: string;
  /** The names of sweets that do not travel, or nothing for the page of one sweet. */
  blocked?: string[];
  /** Leaves out picking up, which the drawer has no room for. */
  compact?: boolean;
};

type FromProps = Pick<DeliveryResultProps, "offers" | "shop" | "day"> & { what: string; offer: MethodOffer };

/** "Pick up from Tomorrow, 10 am – 1 pm", or that no window is free. */
function From({ what, offer, offers, shop, day }: FromProps) {
  const earliest = earliestText(offer, offers.today, day);
  if (!earliest) return `${what}: ${noWindowText(shop)}`;
  return (
    <>
      {what} from <b className="font-semibold inline-block">{earliest}</b>
    </>
  );
}

export function DeliveryResult({ offers, shop, day, blocked, compact = false }: DeliveryResultProps) {
  const pickup = offers.methods.find(({ method }) => method === "pickup");
  const byUs = offers.methods.find(({ method }) => method !== "pickup");
  const to = `${offers.pincode} (${offers.area?.name})`;
  const asked = { offers, shop, day };
  return (
    <div className="grid gap-2 num [overflow-wrap:anywhere]">
      {offers.served && byUs ? (
        <DeliveryLine icon="truck">
          {byUs.method === "courier" ? `By courier to ${to}` : <From {...asked} what={`To ${to}`} offer={byUs} />}
          {byUs.method === "courier" && byUs.estimate && (
            <>
              {" "}
              in <b className="font-semibold">{byUs.estimate}</b>
            </>
          )}
          <span className="block text-muted">
            {feeText(byUs)}
            {byUs.minimum !== null && `, from ${formatRupees(byUs.minimum)} of sweets`}
          </span>
        </DeliveryLine>
      ) : (
        <DeliveryLine icon="map-pin">{notServedText(offers.pincode, shop)}</DeliveryLine>
      )}
      {offers.blocked.length > 0 && (
        <DeliveryLine icon="triangle-alert" tone="text-warning font-medium">
          {blocked ? blockedText(blocked) : "This sweet does not travel by courier. You can pick it up at the shop."}
        </DeliveryLine>
      )}
      {pickup && !(compact && offers.served) && (
        <DeliveryLine icon="store">
          <From {...asked} what="Pick up" offer={pickup} />
          <span className="block text-muted">Free{offers.served && `, at ${shop.address}`}</span>
        </DeliveryLine>
      )}
    </div>
  );
}

export function DeliveryFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-danger font-medium">
      Delivery could not be checked.
      <Button kind="ghost" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
