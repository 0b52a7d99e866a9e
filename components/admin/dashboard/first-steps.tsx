import type { Route } from "next";
import Link from "next/link";
import { ActionButton } from "@/components/admin/ui/action-form";
import { Panel } from "@/components/admin/ui/panel";
import { tabUrl } from "@/components/admin/urls";
import { Icon } from "@/components/ui/icon";
import type { MessageAction } from "@/lib/http/action-state";
import type { StepsToShow } from "@/lib/reports/first-steps";
import { type SampleActions, SampleSweets } from "./sample-notice";

const setting = (section?: string) => tabUrl("settings", { section });

/** Each leads to where it is done. */
const steps: [name: keyof StepsToShow["done"], href: Route, text: string, about: string][] = [
  ["facts", setting(), "Your own facts", "Licence, phones, address, awards: what you state is yours, not a sample."],
  ["areas", setting("areas"), "Delivery areas", "Where you deliver, and for how much. Check them and save."],
  [
    "windows",
    setting("windows"),
    "Windows",
    "When you deliver, and how many orders you can take. Check them and save.",
  ],
  ["payments", setting("payments"), "How customers pay", "Online, to your UPI ID, or on delivery."],
  ["tax", setting("tax"), "Tax", "Your GSTIN, or 'Not registered'."],
  ["sweets", tabUrl("products"), "Your own sweets", "Add what you sell. Change, accept or delete the samples."],
  [
    "factor",
    "/account#factor" as Route,
    "Second factor",
    "A code from your phone beside your password. Under Your account.",
  ],
  ["order", "/admin/orders/new", "A test order", "Take one yourself, see it through, and cancel it."],
];

type FirstStepsProps = {
  steps: StepsToShow;
  /** The sweets that are samples, by name. */
  sweets: readonly string[];
  actions: SampleActions & { away: MessageAction };
};

/** What an owner does before the shop opens, until all of it is done or put away. */
export function FirstSteps({ steps: { done, factsLeft }, sweets, actions }: FirstStepsProps) {
  const count = Object.values(done).filter(Boolean).length;
  return (
    <Panel as="div" role="region" aria-labelledby="first-steps" className="mb-8">
      <header className="px-4 lg:px-6 pt-4 pb-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h2 id="first-steps" className="text-d4">
            First steps
          </h2>
          <p className="text-muted num">
            {count} of {steps.length} done
          </p>
          <div className="ml-auto">
            <ActionButton
              action={actions.away}
              failed="Failed to put the first steps away"
              fields={{ away: "true" }}
              undo={{ action: actions.away, fields: { away: "false" } }}
              size="sm"
            >
              Put away
            </ActionButton>
          </div>
        </div>
        <progress className="bar mt-2" max={steps.length} value={count} aria-hidden="true" />
      </header>
      <ol className="grid grid-cols-1 lg:grid-cols-2">
        {steps.map(([name, href, text, about]) => (
          <li key={name} className="border-t border-border min-w-0">
            <Link href={href} prefetch={false} className="flex gap-3 px-4 lg:px-6 py-3 min-h-16 hover:bg-row-hover">
              {done[name] ? (
                <Icon name="circle-check" className="size-5 mt-0.5 shrink-0 text-success" />
              ) : (
                <span
                  aria-hidden="true"
                  className="size-5 mt-0.5 shrink-0 border-2 border-border-strong rounded-full"
                />
              )}
              <span className="flex-1 min-w-0">
                <span className={`block font-semibold ${done[name] ? "text-muted" : ""}`}>
                  {text}
                  <span className="sr-only">{done[name] ? ", done" : ", to do"}</span>
                </span>
                {!done[name] && (
                  <span className="block text-muted text-sm">
                    {about}
                    {name === "facts" && ` Samples left: ${factsLeft.join(", ")}.`}
                  </span>
                )}
              </span>
              <Icon name="chevron-right" className="size-4 mt-1 shrink-0 text-muted" />
            </Link>
            {name === "sweets" && sweets.length > 0 && (
              <div className="pl-12 lg:pl-14 pr-4 pb-3">
                <SampleSweets names={sweets} actions={actions} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
