import { pageMetadata } from "@/components/layout/metadata";
import { PolicyPage } from "@/components/layout/policy-page";
import { A } from "@/components/ui/a";

const page = {
  title: "Cookie Policy",
  description:
    "The few cookies that the Mithaas shop needs, what each is for and how long it stays. No tracking, no advertising.",
  path: "/cookies",
};
export const metadata = pageMetadata(page);

const cookies = [
  { name: "Session", use: "Keeps you signed in. Gone when you log out.", stays: "30 days" },
  {
    name: "Cart",
    use: "Remembers your cart before you sign in, and finds the orders that you place without an account.",
    stays: "400 days",
  },
  {
    name: "mithaas_hint",
    use: "Shows your name and the number of items in your cart at the top of each page.",
    stays: "30 days",
  },
  { name: "mithaas_flash", use: "Shows a message, such as a welcome, on the next page.", stays: "a minute" },
  {
    name: "mithaas_pincode",
    use: "Remembers the pincode that you checked, so that you see when and for how much we deliver.",
    stays: "a year",
  },
  {
    name: "mithaas_return",
    use: "Remembers your e-mail address, and where you were going, while you choose a new password. Gone when you sign in.",
    stays: "an hour",
  },
  {
    name: "Known browser",
    use: "Remembers that this browser has signed in before, so that strangers cannot lock you out.",
    stays: "a year",
  },
] as const;

export default function CookiesPage() {
  return (
    <PolicyPage
      {...page}
      lead="We set only the cookies that the shop needs. There is no advertising, no analytics and no third party, so there is no cookie banner either."
    >
      <h2>The cookies we set</h2>
      <div className="border border-border bg-surface mt-4 max-w-prose">
        <table>
          <thead>
            <tr>
              <th scope="col">Cookie</th>
              <th scope="col">What it is for</th>
              <th scope="col">How long</th>
            </tr>
          </thead>
          <tbody>
            {cookies.map(({ name, use, stays }) => (
              <tr key={name}>
                <td className="font-semibold">{name}</td>
                <td>{use}</td>
                <td>{stays}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        Our staff, who may sign in with a code, get two more: one for ten minutes while they enter it, and one for 30
        days where they trust their browser.
      </p>
      <h2>What else your browser stores</h2>
      <p>
        When you choose the light or the dark theme, your browser remembers it under the name <code>theme</code> in its
        local storage. It is never sent to us. The day that you choose for your sweets is stored there under the name{" "}
        <code>mithaas:day</code> until you choose today, or come back after it is over. While you order, what you type
        into the delivery form is stored there under the name <code>mithaas:delivery</code>, so that you find it again
        when the tab was closed: until the order is placed, until you log out, or until somebody else signs in here.
        After a day it is deleted when you come back. A change of your cart that is still on its way when you leave a
        page is stored in the tab’s session storage under the name <code>mithaas:left-cart</code> until the tab shows
        your cart again, and at the latest until the tab is closed. A page for when you are offline is stored with its
        pictures and fonts; nothing of yours is in it.
      </p>
      <h2>Saying no</h2>
      <p>
        You can delete or block cookies in your browser’s settings. You can still look around, but you cannot fill a
        cart or sign in. What we do with the data behind the cookies is in our <A href="/privacy">Privacy Policy</A>,
        and questions are welcome on the <A href="/contact">contact page</A>.
      </p>
    </PolicyPage>
  );
}
