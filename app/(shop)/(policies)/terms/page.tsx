import { pageMetadata } from "@/components/layout/metadata";
import { PolicyPage } from "@/components/layout/policy-page";
import { payTerm } from "@/components/payments/offer-texts";
import { A } from "@/components/ui/a";
import { deliveryForPage } from "@/lib/delivery/queries";
import { foodClaims } from "@/lib/food-claims";
import { offersOnline } from "@/lib/payments/current-gateway";
import { paymentOffer } from "@/lib/payments/rules";
import { factsForPage, paymentsForPage } from "@/lib/settings/queries";
import { policy, shop } from "@/lib/shop";

const page = {
  title: "Terms of Service",
  description: "How ordering, prices, payment, delivery, gift wrapping and returns work at Mithaas, in plain words.",
  path: "/terms",
};
export const metadata = pageMetadata(page);

export default async function TermsPage() {
  const [{ legalName, address, addressLine, fssai, grievance }, delivery, payments] = await Promise.all([
    factsForPage(),
    deliveryForPage(),
    paymentsForPage(),
  ]);
  return (
    <PolicyPage
      {...page}
      lead={`These are the terms on which ${shop.name} (${legalName}), ${addressLine}, sells sweets through this shop. By placing an order you accept them.`}
    >
      <h2>Orders</h2>
      <p>
        Sweets in your cart are held for you for a short while, and are then free for others again. An order is binding
        once the shop has confirmed it on screen. You may cancel it yourself while it is Pending; after that, please
        call us. Until it leaves our shop we can also change what is in it for you: what stays keeps its price, what is
        new has the price of that day, and we tell you the new total. If we cannot make what you ordered, we tell you
        and you pay nothing
        {(payments.upiId !== null || offersOnline(payments)) && ", or get back what you have paid"}.
      </p>
      <h2>Prices and payment</h2>
      <p>
        Prices are in Indian rupees and include taxes. You pay the price that is shown when you order.{" "}
        {payTerm(paymentOffer(payments, offersOnline(payments)))} We check each UPI payment against our bank statement
        before we confirm it. You find the bill or invoice with your order. Gift wrapping costs ₹{policy.giftWrap} an
        order. For orders above ₹{policy.bulkAbove.toLocaleString("en-IN")} ask us about a bulk discount through{" "}
        <A href="/custom-orders">custom orders</A>.
      </p>
      <h2>Delivery</h2>
      <ul>
        {delivery.home && (
          <li>
            <strong>Within {delivery.home.name}:</strong> {delivery.home.time}; {delivery.home.fee}
            {delivery.home.freeFrom && `, free above ${delivery.home.freeFrom}`}.
          </li>
        )}
        {delivery.others && (
          <li>
            <strong>Other cities:</strong> {delivery.others.time}; {delivery.others.fees}, by pincode.
          </li>
        )}
      </ul>
      <p>
        Please see that somebody is there to take the box: fresh sweets cannot wait at the door. Delivery times count
        from when the order is confirmed, during our <A href="/contact">opening hours</A>.
      </p>
      <h2>Returns and refunds</h2>
      <p>
        Tell us within {policy.returnHours} hours of delivery when something is not right; refunds take{" "}
        {policy.refundDays} business days. The details are under <A href="/returns">Returns and Refunds</A>.
      </p>
      <h2>Your account</h2>
      <p>
        Keep your password to yourself and give us the right delivery address. We may close an account that is used to
        harm the shop or its customers.
      </p>
      <h2>Food facts</h2>
      <p>
        Ingredients, allergens, weight and shelf life are on each sweet’s page. {foodClaims.preservatives}{" "}
        {foodClaims.traces} We hold FSSAI licence {fssai}.
      </p>
      <h2>Law and complaints</h2>
      <p>
        Indian law applies, and the courts of {address.city} have jurisdiction. Please talk to our grievance officer
        first: <a href={grievance.email.href}>{grievance.email.text}</a>. What we do with your data is in the{" "}
        <A href="/privacy">Privacy Policy</A>, what your browser stores in the <A href="/cookies">Cookie Policy</A>.
      </p>
    </PolicyPage>
  );
}
