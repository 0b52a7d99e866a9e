import { payAnswer } from "@/components/payments/offer-texts";
import type { DeliveryFacts } from "@/lib/delivery/facts";
import { foodClaims } from "@/lib/food-claims";
import type { PaymentOffer } from "@/lib/payments/rules";
import type { ShopFacts } from "@/lib/settings/facts";
import { policy } from "@/lib/shop";

export type FaqEntry = { question: string; answer: string };
export type QuestionGroup = { name: string; questions: readonly FaqEntry[] };

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const sentence = (parts: readonly (string | null | false)[], separator: string) =>
  capitalised(`${parts.filter(Boolean).join(separator)}.`);

const whereText = ({ everywhere, home, others }: DeliveryFacts, { addressLine }: ShopFacts) =>
  home || others
    ? `${everywhere ? "All over India. " : ""}${sentence(
        [
          home && `within ${home.name} our own riders bring the box`,
          others && `to other cities ${others.isCourier ? "it goes by courier" : "our own riders bring it too"}`,
        ],
        "; ",
      )}`
    : `Please come and pick up your box: ${addressLine}.`;

const timeText = ({ home, others }: DeliveryFacts) =>
  home || others
    ? sentence(
        [home && `within ${home.name} ${home.time} while the shop is open`, others && `to other cities ${others.time}`],
        ", ",
      )
    : "We do not deliver at the moment: please pick up your box.";

const costText = ({ home, others }: DeliveryFacts) =>
  [
    home &&
      `Within ${home.name} delivery ${home.fee === "free" ? "is free" : `costs ${home.fee}`}${home.freeFrom ? ` and is free above ${home.freeFrom}` : ""}.`,
    others &&
      `To other cities it ${others.fees === "free" ? "is free" : `costs ${others.fees}`}, depending on the pincode.`,
    "Picking up your box costs nothing.",
  ]
    .filter(Boolean)
    .join(" ");

/** The questions of /faq. Facts come from the settings, statements about food from lib/food-claims.ts. */
export const questionGroups = (
  facts: ShopFacts,
  delivery: DeliveryFacts,
  payments: PaymentOffer,
): readonly QuestionGroup[] => [
  {
    name: "Orders",
    questions: [
      {
        question: "How do I place an order?",
        answer:
          "Choose your sweets, add them to the cart, and fill in the delivery details at checkout, with an account or without one. You can follow the order under My Orders. If you forgot your password, write to us from the e-mail address of your account, or call: we send you a link to choose a new one.",
      },
      {
        question: "Can I change or cancel my order after placing it?",
        answer: `Under My Orders you can cancel an order while it is Pending, and change its address, phone number, notes and time until we begin to prepare it. To change the sweets, call us on ${facts.callUs.text} as soon as you can: that is possible until it leaves our shop.`,
      },
      {
        question: "Do you take bulk orders?",
        answer: `Yes, for weddings, offices and festivals. Above ₹${policy.bulkAbove.toLocaleString("en-IN")} ask us about the bulk discount through the custom orders page, and give us a few days’ notice.`,
      },
    ],
  },
  {
    name: "Delivery",
    questions: [
      { question: "Where do you deliver?", answer: whereText(delivery, facts) },
      { question: "How long does delivery take?", answer: timeText(delivery) },
      { question: "What does delivery cost?", answer: costText(delivery) },
    ],
  },
  {
    name: "Products",
    questions: [
      {
        question: "Are your sweets free of preservatives?",
        answer: `We cook in small batches, so nothing needs preserving. ${foodClaims.preservatives} The page of each sweet says how long it stays good and how to store it.`,
      },
      {
        question: "Which sweets are sugar-free?",
        answer: `${foodClaims.sugarFreeRange} ${foodClaims.sugarFreeFilter} ${foodClaims.sugarFreeCare}`,
      },
      {
        question: "How do I find out about allergens?",
        answer: `Each sweet’s page lists its ingredients and allergens. ${foodClaims.traces}`,
      },
    ],
  },
  {
    name: "Payment and gifts",
    questions: [
      { question: "How do I pay?", answer: payAnswer(payments) },
      {
        question: "Can you wrap my order as a gift?",
        answer: `Yes, for ₹${policy.giftWrap} an order. Tick gift wrap in the cart and add a personal message; we put your note in with the box and leave the bill out. Sweets under Gift Boxes already come in a gift box; the price includes it.`,
      },
    ],
  },
  {
    name: "Returns and refunds",
    questions: [
      {
        question: "What if something is wrong with my order?",
        answer: `Tell us within ${policy.returnHours} hours of delivery, with a photo if you can. We replace the box or give your money back; refunds take ${policy.refundDays} business days.`,
      },
    ],
  },
];

export const contactQuestions = ({ everywhere, home, others }: DeliveryFacts): readonly FaqEntry[] => [
  {
    question: "Do you deliver nationwide?",
    answer: `${sentence(
      [
        everywhere ? "yes, all over India" : "to the places that the cart lists when you enter your pincode",
        [
          home && `within ${home.name} in ${home.time}`,
          others && `to other cities in ${others.estimate ?? others.time}`,
        ]
          .filter(Boolean)
          .join(", "),
      ],
      ": ",
    ).slice(0, -1)}, not counting Sundays and public holidays.`,
  },
  { question: "Are your sweets preservative-free?", answer: `${foodClaims.preservatives} ${foodClaims.colours}` },
  {
    question: "Can I place a bulk order?",
    answer:
      "With pleasure: weddings, offices, festivals. Tell us the date and the number of boxes on the custom orders page.",
  },
  {
    question: "Do you have a sugar-free range?",
    answer: `Yes. ${foodClaims.sugarFreeRange} Look for the Sugar Free badge.`,
  },
];
