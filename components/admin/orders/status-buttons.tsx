import type { MouseEvent } from "react";
import { SaveButton } from "@/components/admin/ui/action-form";
import type { ButtonKind } from "@/components/ui/button";
import type { OrderStatus as Status } from "@/db/constants/orders";

const statusActions = [
  ["Processing", "Processing"],
  ["Shipped", "Shipped"],
  ["Completed", "Complete"],
] as const;

/** The statuses that are asked about, as what is done to an order. */
export const verbs = { Shipped: "Ship", Completed: "Complete" } as const;
export type ConfirmedStatus = keyof typeof verbs;

/** What setting an order back from Processing sends. */
export const undone = { status: "Pending", expected: "Processing" } as const satisfies Record<string, Status>;

export type StatusButtonsProps = {
  /** Whether orders can be completed: the page /admin/orders has no Complete, only the Orders tab has. */
  complete: boolean;
  /** Whether something is asked first. Then the button does not send the form, and `onAsk` is called. */
  asks: (status: ConfirmedStatus, button: HTMLButtonElement) => boolean;
  onAsk: (status: ConfirmedStatus, button: HTMLButtonElement) => void;
  /** Where the form around them does not say it. */
  pending?: boolean;
  kind?: ButtonKind;
};

export function StatusButtons({ complete, asks, onAsk, pending, kind = "quiet" }: StatusButtonsProps) {
  const press = (status: Status) => (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    if (!isConfirmedStatus(status) || !asks(status, button)) return;
    event.preventDefault();
    onAsk(status, button);
  };
  return statusActions.map(
    ([status, text]) =>
      (complete || status !== "Completed") && (
        <SaveButton
          key={status}
          name="status"
          value={status}
          size="sm"
          pendingLabel={undefined}
          onClick={press(status)}
          {...{ kind, pending }}
        >
          {text}
        </SaveButton>
      ),
  );
}

const isConfirmedStatus = (status: Status): status is ConfirmedStatus => status in verbs;
