import type { RefObject } from "react";
import { Icon } from "@/components/ui/icon";
import { policy } from "@/lib/shop";

type FormNoticesProps = {
  what: "message" | "request";
  receipt: RefObject<HTMLDivElement | null>;
  number?: number;
  sent?: string;
  refusal?: string;
};

/** Notices about the whole form: the receipt with its number, which stays until the form is sent again, or an error. */
export function FormNotices({ what, receipt, number, sent, refusal }: FormNoticesProps) {
  return (
    <>
      {number !== undefined && (
        <div
          ref={receipt}
          role="status"
          tabIndex={-1}
          className="sm:col-span-2 scroll-mt-28 flex items-start gap-3 bg-success-soft text-success px-5 py-4"
        >
          <Icon name="circle-check" className="size-5 shrink-0 mt-1" />
          <div className="min-w-0">
            {sent && <p className="font-medium">{sent}</p>}
            <p>
              Your {what} has reached us. Its number is <b className="num">{number}</b>. We reply within{" "}
              {policy.replyHours} hours.
            </p>
          </div>
        </div>
      )}
      {refusal && (
        <p
          role="alert"
          className="sm:col-span-2 flex items-center gap-3 bg-danger-soft text-danger px-5 py-4 font-medium"
        >
          <Icon name="circle-alert" className="size-5 shrink-0" />
          {refusal}
        </p>
      )}
    </>
  );
}
