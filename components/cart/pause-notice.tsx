import { Notice } from "@/components/ui/notice";
import { pauseText } from "@/lib/settings/facts";

/** While the shop takes no orders: until when, null for until the owner reopens, and why. */
export type Pause = { until: string | null; reason: string | null };

export function PauseNotice({ pause }: { pause: Pause }) {
  return (
    <Notice tone="warning" role="status" icon="clock" title={`${pauseText(pause)}.`}>
      {pause.reason && `${pause.reason} `}Your cart stays as it is.
    </Notice>
  );
}
