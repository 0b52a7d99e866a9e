import { pageMetadata } from "@/components/layout/metadata";
import { PolicyPage } from "@/components/layout/policy-page";
import { A } from "@/components/ui/a";
import { factsForPage, paymentsForPage } from "@/lib/settings/queries";
import { policy } from "@/lib/shop";

const page = {
  title: "Returns and Refunds",
  description: `Something not right with your sweets? Tell us within ${policy.returnHours} hours of delivery; refunds take ${policy.refundDays} business days.`,
  path: "/returns",
};
export const metadata = pageMetadata(page);

export default async function ReturnsPage() {
  const [{ callUs, emails }, { upiId }] = await Promise.all([factsForPage(), paymentsForPage()]);
  return (
    <PolicyPage
      {...page}
      lead="Sweets are fresh food, so we cannot take them back to sell again. But if we got something wrong, we put it right."
    >
      <h2>When we replace or refund</h2>
      <ul>
        <li>The box arrived damaged, spilled or crushed.</li>
        <li>You got something other than what you ordered, or less of it.</li>
        <li>A sweet was not fresh when it reached you.</li>
      </ul>
      <h2>What to do</h2>
      <ol>
        <li>
          Tell us within <strong>{policy.returnHours} hours of delivery</strong>: call{" "}
          <a href={callUs.href}>{callUs.text}</a> or write to <a href={`mailto:${emails.support}`}>{emails.support}</a>.
        </li>
        <li>
          Give us your order number and, if you can, a photo. Please do not throw the box away; we may ask to collect
          it.
        </li>
        <li>Choose: a fresh box, or your money back.</li>
      </ol>
      <h2>Refunds</h2>
      <p>
        A refund reaches you within <strong>{policy.refundDays} business days</strong>, by UPI or bank transfer. If we
        refund the whole order, we also refund gift wrapping and delivery.
      </p>
      <h2>Cancelling</h2>
      <p>
        While an order is Pending you can cancel it yourself under <A href="/orders">My Orders</A>, free of charge
        {upiId !== null && "; what you have paid for it is refunded"}. Once it is being made, please call us. Custom
        orders can be cancelled until we start cooking.
      </p>
      <h2>What we cannot take back</h2>
      <p>
        Sweets that you opened and simply did not like, or that were stored longer or warmer than their page says. If
        you are unsure, ask: the <A href="/contact">contact page</A> has all the ways to reach us. The other rules are
        in our <A href="/terms">Terms of Service</A> and <A href="/privacy">Privacy Policy</A>.
      </p>
    </PolicyPage>
  );
}
