import { pageMetadata } from "@/components/layout/metadata";
import { PolicyPage } from "@/components/layout/policy-page";
import { A } from "@/components/ui/a";
import { formatPaise } from "@/lib/money";
import { BUYER_NAMED_FROM, retention } from "@/lib/people/privacy-constants";
import { factsForPage } from "@/lib/settings/queries";

const page = {
  title: "Privacy Policy",
  description:
    "What Mithaas knows about you, what it is used for, how long we store it, and how to have it corrected or deleted.",
  path: "/privacy",
};
export const metadata = pageMetadata(page);

export default async function PrivacyPage() {
  const { addressLine, grievance } = await factsForPage();
  return (
    <PolicyPage
      {...page}
      lead="We ask only for what we need to bring you your sweets. This page says what that is and what we do with it."
    >
      <h2>What we collect</h2>
      <ul>
        <li>
          <strong>Your account:</strong> name, e-mail address and a password, which we store only as a hash that nobody
          can read back.
        </li>
        <li>
          <strong>Your orders:</strong> what you bought, the recipient’s name, address, pincode and phone number, how
          and when it is to reach you, and the notes or personal message that you add; when you order by telephone, at
          our counter or without an account, the name, phone number and e-mail address that you give us, and without an
          account also a hash of your cart’s cookie, by which this browser finds the order. When you ask for a GST
          invoice for a company, we store the company’s name and GSTIN as well.
        </li>
        <li>
          <strong>Your payments:</strong> the amount, the method, the day, and the 12-digit UTR of a UPI payment, by
          which we find it on our bank statement, or the payment service’s number of a payment that you made online,
          with its fee; the bill or invoice of your order, and what we paid back and why.
        </li>
        <li>
          <strong>Your enquiries:</strong> what you write to us through the contact and custom order forms. They belong
          to your account when you are signed in, and to no account otherwise, whatever e-mail address they name.
        </li>
        <li>
          <strong>Your pincode:</strong> the one that you check delivery for is remembered by your device, in a cookie.
          We store it only with an order.
        </li>
        <li>
          <strong>Your cart:</strong> which sweets are in it, for at most 30 days after your last change. While it holds
          sweets for you, it has a keyed hash of your internet address when you are not signed in or your account is
          younger than a day, so that nobody can hold all of a sweet. The hash is deleted with the last hold. An order
          without an account, or of one younger than a day, has it for a day, for the same reason.
        </li>
        <li>
          <strong>Our messages to you:</strong> which ones we sent and when, such as that your order was shipped. Their
          text is made when they are sent, and we do not store it.
        </li>
      </ul>
      <p>
        We do not ask for card or bank details: you pay on delivery, or in advance in your own UPI app, and give us the
        UTR of that payment, or online on the page of our payment service, which alone gets them. The few cookies that
        the shop needs are listed in our <A href="/cookies">Cookie Policy</A>.
      </p>
      <h2>What we use it for</h2>
      <ul>
        <li>To make, pack and deliver your order, and to tell you how it is coming along.</li>
        <li>To answer you, and to put things right when something went wrong.</li>
        <li>To do the accounts that the law asks of a food business.</li>
        <li>
          To keep the shop safe: we count failed logins, requests for a new password and how much one internet address
          sends. We delete such a count after 65 minutes at most, and nothing else that we store names an internet
          address.
        </li>
      </ul>
      <p>We do not sell your data, we do not advertise with it, and we do not follow you around the web.</p>
      <h2>Who else sees it</h2>
      <p>
        The rider or courier gets the name, address and phone number on the box. When you pay by UPI, your app and the
        banks see the number of the order and the amount, as with every payment. When you pay online, our payment
        service, Razorpay, gets your name, e-mail address and telephone number, the number of the order and the amount.
        Our mail provider carries our messages to your address, and WhatsApp to your phone number those that we write
        there. Programs that we use for our books and our kitchen may receive your order, over an encrypted connection.
        Authorities get what the law obliges us to give. Nobody else gets any of it.
      </p>
      <p>
        Our messages contain a link with which your order can be followed without signing in: its status, sweets,
        delivery window or courier, and how it is paid, without your name, address or phone number. Whoever has the link
        can open it, so pass it on only to those who may see that. It stops working 90 days after the order was
        delivered or cancelled, and when your account is deleted.
      </p>
      <h2>How long we keep it</h2>
      <p>
        We store orders and their bills for as long as the law requires: {retention.orderYears} years after the end of
        the financial year. Then we remove every name, address, phone number and note from them but the name and GSTIN
        of a company on its GST invoice, also when you still have an account. We delete enquiries a year after they have
        been dealt with, and the list of our messages to you after {retention.messageDays} days. Our record of what was
        sent to those programs is deleted after {retention.deliveryDays} days.
      </p>
      <p>
        The years of an order without an account are counted from the day on which it was completed or cancelled. From
        that day on you can have your details deleted from it, by a button under <A href="/orders">My Orders</A> in the
        browser that has it: they are gone at once, and what was bought and paid stays in our books without you, but for
        the name and address on a GST invoice for a company, or on a bill or invoice of {formatPaise(BUYER_NAMED_FROM)}{" "}
        or more. There you can also have this browser forget the order, which then ends its access to it. When you add
        the order to an account, it is stored as the account’s other orders are.
      </p>
      <p>
        Your account stays until you delete it, which you can do yourself on <A href="/account">your account page</A>:
        it is gone at once, and so are your name, addresses and messages. What was ordered and paid stays in our books
        without you, with the UTR of a UPI payment. Only a GST invoice for a company, and a bill or invoice of{" "}
        {formatPaise(BUYER_NAMED_FROM)} or more, keep the buyer’s name and address, because tax law asks for them. An
        enquiry that you sent without signing in is not tied to you: ask us, and we delete it.
      </p>
      <h2>Your rights</h2>
      <p>
        You may see what we hold about you, have it corrected, have it deleted where no law says otherwise, and withdraw
        your consent. Write to our grievance officer at <a href={grievance.email.href}>{grievance.email.text}</a>, call{" "}
        <a href={grievance.phone.href}>{grievance.phone.text}</a>, or come by: {addressLine}. We answer within 24 hours
        and settle the matter within a month. How orders, returns and refunds work is in our{" "}
        <A href="/terms">Terms of Service</A> and <A href="/returns">Returns and Refunds</A>; for everything else there
        is the <A href="/contact">contact page</A>.
      </p>
    </PolicyPage>
  );
}
