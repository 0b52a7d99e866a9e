import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { formatRupees } from "@/lib/money";
import { upiLink } from "@/lib/payments/upi";
import { QrCode } from "./qr-code";

type UpiPanelProps = {
  upiId: string;
  payeeName: string;
  orderId: number;
  /** Rupees. */
  due: number;
  /** The form that sends the UTR. */
  children: ReactNode;
};

/** How to pay what is due by UPI: a code to scan, a button for the phone that shows it, and whom the app must name. */
export function UpiPanel({ upiId, payeeName, orderId, due, children }: UpiPanelProps) {
  const link = upiLink({ upiId, payeeName, orderId, amount: due });
  const amount = formatRupees(due);
  return (
    <section aria-label="Pay by UPI" className="grid gap-5">
      <a href={link} className="btn btn-primary w-full hidden touch:inline-flex">
        Open UPI app
      </a>
      <div className="grid gap-3 justify-items-center text-center">
        <QrCode text={link} label={`QR code to pay ${amount} by UPI`} />
        <p className="text-muted text-balance">Scan it with any UPI app. The amount is filled in.</p>
      </div>
      <dl className="num [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-4 [&>div]:py-1.5 [&>div]:border-t [&>div]:border-border [&_dd]:[overflow-wrap:anywhere]">
        <div>
          <dt className="text-muted">Amount</dt>
          <dd className="font-bold">{amount}</dd>
        </div>
        <div>
          <dt className="text-muted">Pay to</dt>
          <dd>{payeeName}</dd>
        </div>
        <div>
          <dt className="text-muted">UPI ID</dt>
          <dd className="select-all">{upiId}</dd>
        </div>
      </dl>
      <div className="-mt-4 justify-self-end">
        <CopyButton text={upiId} kind="ghost" copied="UPI ID copied" failed="Please select and copy the UPI ID">
          Copy UPI ID
        </CopyButton>
      </div>
      <div className="border-t border-brass pt-5">{children}</div>
    </section>
  );
}
