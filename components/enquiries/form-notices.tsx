import { useEffect, useRef } from "react";
import { Icon } from "@/components/ui/icon";
import type { ActionState } from "@/lib/http/action-state";
import { policy } from "@/lib/shop";

/** What the sender of an enquiry gets: its number, to be quoted later, and a message of thanks. */
export type EnquiryReceipt = { id: number; message: string };

type FormNoticesProps = {
  what: "message" | "request";
  state: ActionState<EnquiryReceipt> | null;
  /** The outcome of a submission without JavaScript: its thanks are shown here, the others as a toast. */
  posted: ActionState<EnquiryReceipt> | null;
  /** A failure that no field shows. */
  message: string | null;
};

/** The outcome of an enquiry form: the receipt with its number, which stays until the form is sent again, or a failure. */
export function FormNotices({ what, state, posted, message }: FormNoticesProps) {
  const receipt = useRef<HTMLDivElement>(null);
  const number = state?.ok ? state.data.id : undefined;

  // The button that was pressed is at the other end of the form.
  useEffect(() => {
    if (number !== undefined) receipt.current?.focus();
  }, [number]);

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
            {posted?.ok && <p className="font-medium">{posted.data.message}</p>}
            <p>
              Your {what} has reached us. Its number is <b className="num">{number}</b>. We reply within{" "}
              {policy.replyHours} hours.
            </p>
          </div>
        </div>
      )}
      {message && (
        <p
          role="alert"
          className="sm:col-span-2 flex items-center gap-3 bg-danger-soft text-danger px-5 py-4 font-medium"
        >
          <Icon name="circle-alert" className="size-5 shrink-0" />
          {message}
        </p>
      )}
    </>
  );
}
