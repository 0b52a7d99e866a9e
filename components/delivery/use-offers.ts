import { useEffect, useState } from "react";
import type { DeliveryOffers } from "@/lib/delivery/queries";

/** Milliseconds to wait for another key or click before the shop is asked. */
const DELAY_MS = 250;

/** Offers that the server sent with the page, and what it was asked for. */
export type RenderedOffers = { items: string; offers: DeliveryOffers | null };

/**
 * How, when and for how much some sweets come to a pincode. The shop is asked again when the question changes. Until it answers,
 * the last offers for the same pincode are shown.
 */
export function useOffers(pincode: string, items: string, rendered?: RenderedOffers) {
  const [attempt, setAttempt] = useState(0);
  const question = `${attempt} ${pincode} ${items}`;
  const [answer, setAnswer] = useState({
    question: rendered?.offers ? `0 ${rendered.offers.pincode} ${rendered.items}` : "",
    offers: rendered?.offers ?? null,
  });

  // A page that was rendered again brings newer offers.
  const offered = rendered?.offers;
  useEffect(() => {
    if (offered?.pincode !== pincode) return;
    const renderedQuestion = `${attempt} ${offered.pincode} ${rendered?.items}`;
    setAnswer((before) => (before.offers === offered ? before : { question: renderedQuestion, offers: offered }));
  }, [offered]);

  useEffect(() => {
    if (!pincode || answer.question === question) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const query = new URLSearchParams({ pincode, items });
        const response = await fetch(`/api/delivery?${query}`, { cache: "no-store", signal: controller.signal });
        if (!response.ok) throw new Error(`delivery: ${response.status}`);
        const offers: DeliveryOffers = await response.json();
        if (!controller.signal.aborted) setAnswer({ question, offers });
      } catch {
        if (!controller.signal.aborted) setAnswer(({ offers }) => ({ question: `failed ${question}`, offers }));
      }
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [question, pincode, items]);

  return {
    offers: pincode && answer.offers?.pincode === pincode ? answer.offers : null,
    isLoading: pincode !== "" && answer.question !== question && answer.question !== `failed ${question}`,
    isFailed: pincode !== "" && answer.question === `failed ${question}`,
    refresh: () => setAttempt((attempts) => attempts + 1),
  };
}
