import type { ReactNode } from "react";
import { ContactForm } from "@/components/enquiries/enquiry-form";
import { FaqQuestion } from "@/components/faq/question";
import { contactQuestions } from "@/components/faq/questions";
import { pageMetadata } from "@/components/layout/metadata";
import { A } from "@/components/ui/a";
import { Icon, type IconName } from "@/components/ui/icon";
import { deliveryForPage } from "@/lib/delivery/queries";
import { ONLINE_HOURS } from "@/lib/settings/facts";
import { factsForPage } from "@/lib/settings/queries";
import { policy, shop } from "@/lib/shop";
import { sendContactForm } from "../actions";

export async function generateMetadata() {
  const { callUs, tollFree, addressLine } = await factsForPage();
  return pageMetadata({
    title: "Contact",
    description: `Write to ${shop.name}, call ${callUs.text}${tollFree ? " toll-free" : ""}, or come by: ${addressLine}. We reply within ${policy.replyHours} hours.`,
    path: "/contact",
  });
}

function ContactMethod({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="flex max-xs:flex-col gap-3 xs:gap-5 py-5 border-b border-border">
      <span className="katli-icon size-12">
        <Icon name={icon} />
      </span>
      <div className="min-w-0">
        <h2 className="text-d5">{title}</h2>
        <div className="text-muted num [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-6 touch:[&_a]:min-h-11 [&_a:hover]:text-link [&_a:hover]:underline [overflow-wrap:anywhere]">
          {children}
        </div>
      </div>
    </div>
  );
}

export default async function ContactPage() {
  const [{ addressLine, phone, tollFree, emails, hours, grievance, fssai, legalName }, delivery] = await Promise.all([
    factsForPage(),
    deliveryForPage(),
  ]);
  return (
    <div className="shop py-9 lg:py-14">
      <h1 className="text-d2">Talk to the shop</h1>
      <p className="text-muted text-lg mt-2">We reply within {policy.replyHours} hours.</p>
      <div className="grid grid-cols-1 lg:grid-cols-[1fr_25rem] gap-10 lg:gap-16 mt-8 items-start">
        <div>
          <ContactForm action={sendContactForm} />
          <section className="mt-14">
            <h2 className="text-d3">Common questions</h2>
            <div className="mt-4 border-t border-border">
              {contactQuestions(delivery).map((item) => (
                <FaqQuestion key={item.question} {...item} />
              ))}
            </div>
            <p className="mt-4">
              <A href="/faq" className="link inline-flex items-center min-h-11">
                All questions and answers
              </A>
            </p>
          </section>
        </div>
        <aside className="border-t border-border" aria-label="Ways to reach us">
          <ContactMethod icon="map-pin" title="Visit us">
            <p>{legalName}</p>
            <p>{addressLine}</p>
          </ContactMethod>
          <ContactMethod icon="phone" title={tollFree ? "Call us (toll-free)" : "Call us"}>
            {tollFree && (
              <p>
                <a href={tollFree.href}>{tollFree.text}</a>
              </p>
            )}
            <p>
              Shop: <a href={phone.href}>{phone.text}</a>
            </p>
          </ContactMethod>
          <ContactMethod icon="mail" title="Write to us">
            {[...new Set(Object.values(emails))].map((address) => (
              <p key={address}>
                <a href={`mailto:${address}`}>{address}</a>
              </p>
            ))}
          </ContactMethod>
          <ContactMethod icon="clock" title="Hours">
            {[...hours.map(({ text }) => text), ONLINE_HOURS].map((text) => (
              <p key={text}>{text}</p>
            ))}
          </ContactMethod>
          <ContactMethod icon="scroll-text" title={grievance.post}>
            {grievance.name && <p>{grievance.name}</p>}
            <p>
              <a href={grievance.phone.href}>{grievance.phone.text}</a>
            </p>
            <p>FSSAI licence {fssai}</p>
          </ContactMethod>
          <div className="relative mt-5 aspect-[3/2] bg-sunken grid place-items-center text-muted overflow-hidden">
            <div className="jaali jaali-quiet" />
            <p className="relative bg-sunken px-3">Interactive map coming soon</p>
          </div>
        </aside>
      </div>
    </div>
  );
}
