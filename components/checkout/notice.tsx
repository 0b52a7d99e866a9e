import Link from "next/link";
import { HoldLinks } from "@/components/cart/hold-links";
import { ShortDay } from "@/components/cart/short-day";
import { blockedNames, blockedText } from "@/components/delivery/delivery-texts";
import { describeFailure } from "@/components/forms/describe-failure";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { PageLine } from "@/lib/cart/queries";
import { withPack } from "@/lib/catalogue/packs";
import { dayText } from "@/lib/dates";
import { windowText } from "@/lib/delivery/texts";
import type { ActionFailure } from "@/lib/http/action-state";
import { withNext } from "@/lib/links";
import { formatRupees } from "@/lib/money";
import { pauseText } from "@/lib/settings/facts";

type Cart = { items: readonly Pick<PageLine, "productId" | "packId" | "name" | "packLabel" | "price">[] };

function lineProblems(failure: ActionFailure, cart: Cart): string[] {
  const { short, prices, unavailable, unavailablePacks = [], blocked = [] } = failure;
  const lines = (id: number) => cart.items.filter(({ productId }) => productId === id);
  const find = ({ productId, packId }: { productId: number; packId?: number }) =>
    lines(productId).find((line) => packId === undefined || line.packId === packId);
  const name = (wanted: { productId: number; packId?: number }) => {
    const line = find(wanted);
    return line ? withPack(line.name, line.packLabel) : `Product ${wanted.productId}`;
  };
  // Of a sweet that is still sold in other packs, the packs are named.
  const gone = (id: number) => {
    const packs = lines(id).filter(({ packId }) => unavailablePacks.includes(packId));
    return packs.length > 0 ? packs.map(name) : [lines(id)[0]?.name ?? `Product ${id}`];
  };
  const stays = blockedNames({ blocked }, cart.items);
  return [
    ...(stays.length > 0 ? [blockedText(stays)] : []),
    ...(unavailable ?? []).flatMap(gone).map((text) => `${text}: No longer available`),
    ...(short ?? []).map((line) =>
      failure.code === "hold_limit"
        ? `${name(line)}: ${line.available} at most`
        : line.available > 0
          ? `${name(line)}: Only ${line.available} items available in stock.`
          : `${name(line)}: Out of Stock`,
    ),
    ...(prices ?? [])
      .filter((line) => find(line)?.price !== line.price)
      .map((line) => `${name(line)}: now ${formatRupees(line.price)} each`),
  ];
}

export function CheckoutNotice({ failure, cart, pending }: { failure: ActionFailure; cart: Cart; pending: boolean }) {
  const { code } = failure;
  const list = lineProblems(failure, cart);
  return (
    <Notice
      tone="danger"
      title={
        code === "unauthorized"
          ? "You have been signed out. Please sign in again; what you typed is still here."
          : describeFailure(failure)
      }
    >
      {list.length > 0 && (
        <ul className="mt-2 grid gap-1 num">
          {list.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {code === "paused" && (
        <p className="mt-1">
          {pauseText({ until: failure.until ?? null })}. Your cart and what you typed stay as they are.
        </p>
      )}
      {(code === "lost" || code === "internal" || code === "service_unavailable") && (
        <p className="mt-1">
          Your cart and what you typed are still here. Please try again: you will not get the same order twice.
        </p>
      )}
      {(code === "day_short" || code === "day_closed") && (
        <ShortDay failure={failure} items={cart.items} name="cartDay" pending={pending} />
      )}
      <HoldLinks failure={failure} next="/cart?checkout=1" />
      <p className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {failure.alternatives?.map((slot) => (
          <Button
            key={`${slot.date} ${slot.from}`}
            type="submit"
            name="alternative"
            value={`${slot.date} ${slot.from}`}
            kind="outline"
            className="num"
            pending={pending}
          >
            Order for {dayText(slot.date)}, {windowText(slot)}
          </Button>
        ))}
        {code === "unauthorized" && (
          <Link href={withNext("/login", "/cart?checkout=1")} className="btn btn-outline">
            Sign in
          </Link>
        )}
        {(code === "insufficient_stock" || code === "unavailable") && (
          <Button type="submit" name="intent" value="take" kind="outline" pending={pending}>
            Take what is available
          </Button>
        )}
        {code === "price_changed" && Boolean(failure.prices?.length) && (
          <Button type="submit" name="intent" value="prices" kind="outline" pending={pending}>
            Accept new prices
          </Button>
        )}
      </p>
    </Notice>
  );
}
