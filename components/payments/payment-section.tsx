import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { QrCode } from "@/components/ui/qr-code";
import { shopNow } from "@/lib/clock";
import { formatDateTime, formatTime } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import type { OwnOrder } from "@/lib/orders/serializers";
import { qrOf } from "@/lib/payments/qr";
import { isPaidAhead, type LedgerEntry } from "@/lib/payments/rules";
import { upiLink } from "@/lib/payments/upi";
import type { Phone } from "@/lib/settings/facts";
import { atHandover, entryText, isToPay, paymentTexts, refundText } from "./payment-texts";

export const PAYMENT_HEADING = "payment";

type PaymentSectionProps = {
  order: OwnOrder;
  /** Whom UPI apps pay; without a UPI ID nobody can pay by UPI before delivery. */
  payee: { upiId: string | null; payeeName: string };
  phone: Phone;
  claimForm: ReactNode;
  /** Whether what is due can be paid online. */
  payOnline: boolean;
};

const NoticeHeading = ({ children }: { children: string }) => (
  <h3 className="font-sans font-semibold text-base text-inherit">{children}</h3>
);

type UpiPanelProps = { order: OwnOrder; upiId: string; payeeName: string; claimForm: ReactNode };

function UpiPanel({ order, upiId, payeeName, claimForm }: UpiPanelProps) {
  const { due } = order.payment;
  const link = upiLink({ upiId, payeeName, orderId: order.id, amount: due });
  const amount = formatRupees(due);
  return (
    <section aria-label="Pay by UPI" className="grid gap-5">
      <a href={link} className="btn btn-primary w-full hidden touch:inline-flex">
        Open UPI app
      </a>
      <div className="grid gap-3 justify-items-center text-center">
        <QrCode qr={qrOf(link)} label={`QR code to pay ${amount} by UPI`} />
        <p className="text-muted text-balance">Scan it with any UPI app. The amount is filled in.</p>
      </div>
      <dl className="num [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-4 [&>div]:py-1.5 [&>div]:border-t [&>div]:border-border [&_dd]:[overflow-wrap:anywhere]">
        {[
          { term: "Amount", text: amount, className: "font-bold" },
          { term: "Pay to", text: payeeName },
          { term: "UPI ID", text: upiId, className: "select-all" },
        ].map(({ term, text, className }) => (
          <div key={term}>
            <dt className="text-muted">{term}</dt>
            <dd className={className}>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="-mt-4 justify-self-end">
        <CopyButton text={upiId} kind="ghost" copied="UPI ID copied" failed="Please select and copy the UPI ID">
          Copy UPI ID
        </CopyButton>
      </div>
      <div className="border-t border-brass pt-5">{claimForm}</div>
    </section>
  );
}

/** Why the last try to pay online failed, and until when there may be another one. */
export function OnlineTry({ order: { status, online } }: { order: OwnOrder }) {
  const payBy = status === "Pending" && online?.payBy;
  return (
    <>
      {online?.failure && <Notice tone="warning" title={`The last try failed: ${online.failure}`} />}
      {payBy && (
        <p className="num">
          {Date.parse(payBy) > shopNow().getTime()
            ? `Please pay by ${formatTime(payBy)}. Unpaid orders are cancelled then.`
            : "The time to pay is over. This order is cancelled unless your payment has come in."}
        </p>
      )}
    </>
  );
}

function Ledger({ entries }: { entries: readonly LedgerEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ol aria-label="Payments" className="grid gap-2 text-sm num border-t border-border pt-4">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span className="font-medium">{entryText(entry)}</span>
          {entry.utr && <span className="block text-muted">UTR {entry.utr}</span>}
          <time dateTime={entry.at} className="block text-muted">
            {formatDateTime(entry.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}

export function PaymentSection({ order, payee, phone, claimForm, payOnline }: PaymentSectionProps) {
  const { method, open, rejected, paid, due } = order.payment;
  const isOnline = method === "online";
  const reason = order.history.at(-1)?.reason;
  const texts = paymentTexts(order);
  const toPay = isToPay(order);
  const panel = toPay && !isOnline && payee.upiId !== null && (
    <UpiPanel order={order} upiId={payee.upiId} payeeName={payee.payeeName} claimForm={claimForm} />
  );
  return (
    <section className="lid p-[min(1.5rem,6vw)] lg:p-8 grid gap-5" aria-labelledby={PAYMENT_HEADING}>
      <div>
        <h2 id={PAYMENT_HEADING} tabIndex={-1} className="text-d4 outline-none scroll-mt-24">
          Payment
        </h2>
        {texts.map((text) => (
          <p key={text} className="mt-2 font-semibold text-lg num">
            {text}
          </p>
        ))}
        {texts.length === 0 && <p className="mt-2 text-muted">Nothing to pay.</p>}
        {toPay && !isPaidAhead(method) && <p className="text-muted">{`${atHandover(order)}.`}</p>}
        {reason && (
          <p>{`${reason}. ${paid > 0 ? "Your payment came later." : "If you still want it, please order again."}`}</p>
        )}
        {order.status === "Cancelled" && <p className="text-muted num">{refundText(order)}</p>}
      </div>
      {open && (
        <Notice
          tone="info"
          icon="clock"
          className="num"
          title={<NoticeHeading>We are checking your payment</NoticeHeading>}
        >
          <p>
            {formatRupees(open.amount)} by UPI, UTR {open.utr}. This page shows it as soon as we have found the money.
          </p>
        </Notice>
      )}
      {rejected && toPay && (
        <Notice tone="warning" className="num" title={<NoticeHeading>We could not find your payment</NoticeHeading>}>
          <p>
            UTR {rejected.utr}
            {rejected.reason && `: ${rejected.reason}`}
          </p>
          <p>Please check the UTR in your UPI app and send it again, or pay now.</p>
        </Notice>
      )}
      {panel &&
        (method === "upi" || rejected ? (
          panel
        ) : (
          <details className="group border-t border-border">
            <summary className="flex items-center justify-between gap-4 min-h-12 pt-2 text-link list-none [&::-webkit-details-marker]:hidden">
              Pay by UPI now
              <Icon
                name="plus"
                className="size-5 shrink-0 text-accent-text transition-transform duration-(--dur-base) group-open:rotate-45"
              />
            </summary>
            <div className="pt-4">{panel}</div>
          </details>
        ))}
      {toPay && payOnline && (
        <>
          <OnlineTry order={order} />
          <a href={`/orders/${order.id}/pay`} className={`btn ${isOnline ? "btn-primary" : "btn-outline"} num`}>
            {isOnline ? `Pay ${formatRupees(due)}` : "Pay online"}
          </a>
          {isOnline && <p className="text-muted">If you have just paid, this page shows it within a minute.</p>}
        </>
      )}
      {toPay && isPaidAhead(method) && !panel && !payOnline && (
        <p>
          Please call us to pay:{" "}
          <a href={phone.href} className="link num">
            {phone.text}
          </a>
        </p>
      )}
      <Ledger entries={order.ledger.filter((entry) => entry !== open && entry !== rejected)} />
    </section>
  );
}
