import { CustomOrderForm } from "@/components/enquiries/enquiry-form";
import { pageMetadata } from "@/components/layout/metadata";
import { Icon } from "@/components/ui/icon";
import { occasions } from "@/lib/enquiries/constants";
import { factsForPage } from "@/lib/settings/queries";
import { policy } from "@/lib/shop";
import { sendCustomOrderForm } from "../actions";

export const metadata = pageMetadata({
  title: "Custom orders",
  description:
    "Boxes for weddings, offices and festivals, cakes for birthdays, prasad for poojas: tell us the occasion, the date and how many, and we send you a quote.",
  path: "/custom-orders",
});

const steps = [
  {
    title: "Tell us",
    text: "The occasion, the date, how many boxes and what you would like to spend. A guess is enough.",
  },
  {
    title: "Taste and choose",
    text: `We reply within ${policy.replyHours} hours with a quote, and set samples aside for you to taste.`,
  },
  { title: "We cook it fresh", text: "Made that morning, packed with your message, and brought to the door." },
] as const;

export default async function CustomOrdersPage() {
  const { callUs } = await factsForPage();
  return (
    <div className="shop py-9 lg:py-14">
      <h1 className="text-d2">Sweets for your occasion</h1>
      <p className="text-muted text-lg mt-2 max-w-prose">
        Wedding boxes, office gifts, a cake with a name on it, prasad for three hundred. Tell us what you have in mind.
      </p>
      <div className="grid grid-cols-1 lg:grid-cols-[1fr_25rem] gap-10 lg:gap-16 mt-8 items-start">
        <CustomOrderForm action={sendCustomOrderForm} occasions={occasions} />
        <aside className="lid p-[min(1.5rem,6vw)] lg:p-8" aria-label="How it works">
          <h2 className="text-d4">How it works</h2>
          <ol className="mt-5 grid gap-5">
            {steps.map(({ title, text }) => (
              <li key={title} className="flex gap-4">
                <i className="bullet text-accent mt-2.5" aria-hidden="true" />
                <div>
                  <h3 className="text-d5">{title}</h3>
                  <p className="text-muted mt-0.5">{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <p className="mt-6 pt-5 border-t border-border">
            Above <span className="num">₹{policy.bulkAbove.toLocaleString("en-IN")}</span> ask us about the bulk
            discount.
          </p>
          <p className="mt-3">
            <a href={callUs.href} className="link inline-flex items-center gap-2 min-h-11 num">
              <Icon name="phone" />
              {callUs.text}
            </a>
          </p>
        </aside>
      </div>
    </div>
  );
}
