import { FaqSearch } from "@/components/faq/faq-search";
import { questionGroups } from "@/components/faq/questions";
import { JsonLd, pageMetadata } from "@/components/layout/metadata";
import { A } from "@/components/ui/a";
import { Icon } from "@/components/ui/icon";
import { deliveryForPage } from "@/lib/delivery/queries";
import { offersOnline } from "@/lib/payments/current-gateway";
import { paymentOffer } from "@/lib/payments/rules";
import { factsForPage, paymentsForPage } from "@/lib/settings/queries";

export const metadata = pageMetadata({
  title: "Frequently asked questions",
  description:
    "Ordering, delivery times and charges, preservatives, sugar-free sweets, gift wrapping, payment and refunds: twelve questions, answered.",
  path: "/faq",
});

export default async function FaqPage() {
  const [facts, delivery, payments] = await Promise.all([factsForPage(), deliveryForPage(), paymentsForPage()]);
  const groups = questionGroups(facts, delivery, paymentOffer(payments, offersOnline(payments)));
  return (
    <div className="shop py-9 lg:py-14 max-w-[62rem]">
      <h1 className="text-d2">Questions, answered</h1>
      <FaqSearch groups={groups} />
      <p className="mt-6">
        <A href="/forgot-password" className="link inline-flex items-center min-h-11">
          Forgot your password?
        </A>
      </p>
      <section className="lid p-[min(1.5rem,6vw)] lg:p-9 mt-12 flex flex-col lg:flex-row lg:items-center justify-between gap-6">
        <div>
          <h2 className="text-d4">Still have a question?</h2>
          <p className="text-muted mt-1">Write to us or call; we reply within 24 hours.</p>
        </div>
        <div className="flex flex-col sm:flex-row gap-3">
          <A href="/contact" className="btn btn-primary">
            Contact Us
          </A>
          <a href={facts.callUs.href} className="btn btn-outline num">
            <Icon name="phone" />
            {facts.callUs.text}
          </a>
        </div>
      </section>
      <JsonLd
        data={{
          "@type": "FAQPage",
          mainEntity: groups.flatMap(({ questions }) =>
            questions.map(({ question, answer }) => ({
              "@type": "Question",
              name: question,
              acceptedAnswer: { "@type": "Answer", text: answer },
            })),
          ),
        }}
      />
    </div>
  );
}
