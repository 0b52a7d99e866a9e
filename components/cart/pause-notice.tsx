import { Icon } from "@/components/ui/icon";
import { pauseText } from "@/lib/settings/facts";

/** While the shop takes no orders: until when, null for until the owner reopens, and why. */
export type Pause = { until: string | null; reason: string | null };

/** Above a button that cannot be pressed while no orders are taken. */
export function PauseNotice({ pause }: { pause: Pause }) {
  return (
    <div role="status" className="bg-warning-soft text-warning px-4 py-3">
      <p className="flex items-start gap-2.5 font-medium">
        <Icon name="clock" className="size-5 shrink-0 mt-1" />
        {pauseText(pause)}.
      </p>
      <p className="ml-7.5">{pause.reason && `${pause.reason} `}Your cart stays as it is.</p>
    </div>
  );
}
