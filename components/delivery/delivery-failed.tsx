import { Button } from "@/components/ui/button";

/** The shop could not be asked. */
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
