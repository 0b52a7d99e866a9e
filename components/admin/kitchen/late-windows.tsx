import { Icon } from "@/components/ui/icon";
import { windowText } from "@/lib/delivery/texts";
import type { KitchenWindow } from "@/lib/kitchen/rules";
import { windowId } from "./texts";

/** Names the windows that have started while something is not packed, with links to them. */
export function LateWindows({ windows }: { windows: readonly KitchenWindow[] }) {
  const late = windows.filter((window) => window.late);
  if (late.length === 0) return null;
  return (
    <div className="late-windows">
      <Icon name="triangle-alert" className="size-6 shrink-0 mt-0.5" />
      <div>
        <p className="font-bold">Late</p>
        <ul>
          {late.map((window) => (
            <li key={windowId(window)}>
              <a href={`#${windowId(window)}`} className="tap underline underline-offset-4 num">
                {windowText(window)}
                {window.pool === "pickup" && ", pickup"}: {window.all - window.done} not packed
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
