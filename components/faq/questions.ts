import { foodClaims } from "@/lib/food-claims";
import { policy, shop } from "@/lib/shop";

export type Question = { question: string; answer: string };
export type QuestionGroup = { name: string; questions: readonly Question[] };

/** The questions of /faq. Figures come from lib/shop.ts, statements about food from lib/food-claims.ts. */
export const questionGroups: readonly QuestionGroup[] = [
  {
    name: "Orders",
    questions: [
      {
        question: "How do I place an order?",
        answer:
          "Choose your sweets, add them to the cart, sign in, and fill in the delivery details at checkout. You can follow the order under My Orders. If you forgot your password, write to us from the e-mail address of your account, or call: we send you a link to choose a new one.",
      },
      {
        question: "Can I change or cancel my order after placing it?",
        answer: `You can cancel an order yourself under My Orders while it is Pending. To change one, call us on ${shop.tollFree.text} as soon as you can: once the box is being packed we can no longer open it.`,
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
      {
        question: "Where do you deliver?",
        answer: "All over India. Within Mumbai our own riders bring the box; to other cities it goes by courier.",
      },
      {
        question: "How long does delivery take?",
        answer: `Within Mumbai ${policy.mumbaiHours} hours while the shop is open, to other cities ${policy.otherCitiesDays} business days.`,
      },
      {
        question: "What does delivery cost?",
        answer: `Within Mumbai delivery is free above ₹${policy.freeDeliveryMumbaiAbove.toLocaleString("en-IN")}. To other cities it costs ₹${policy.otherCities.from}-${policy.otherCities.to}, depending on the distance and the weight of the box.`,
      },
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
      {
        question: "How do I pay?",
        answer: "On delivery: in cash or by UPI at the door. You pay nothing in advance.",
      },
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

/** The questions that /contact answers beside its form. */
export const contactQuestions: readonly Question[] = [
  {
    question: "Do you deliver nationwide?",
    answer: `Yes, all over India: within Mumbai in ${policy.mumbaiHours} hours, to other cities in ${policy.otherCitiesDays} days, not counting Sundays and public holidays.`,
  },
  {
    question: "Are your sweets preservative-free?",
    answer: `${foodClaims.preservatives} ${foodClaims.colours}`,
  },
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
