import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FaqSearch } from "@/components/faq/faq-search";
import { contactQuestions, questionGroups } from "@/components/faq/questions";
import { deliveryFacts } from "@/lib/delivery/facts";
import { paymentOffer } from "@/lib/payments/rules";
import { defaultSettings } from "@/lib/settings/defaults";
import { shopFacts } from "@/lib/settings/facts";

const delivery = deliveryFacts(defaultSettings);
const groups = questionGroups(shopFacts(defaultSettings.shop), delivery, paymentOffer(defaultSettings.payments));
const search = () => screen.getByRole("searchbox", { name: "Search questions" });
const questions = () => [...document.querySelectorAll("summary")].map((summary) => summary.textContent);

test("there are five categories and twelve questions, and four on the contact page", () => {
  render(<FaqSearch groups={groups} />);
  expect(screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual([
    "Orders3 questions",
    "Delivery3 questions",
    "Products3 questions",
    "Payment and gifts2 questions",
    "Returns and refunds1 question",
  ]);
  expect(questions()).toHaveLength(12);
  expect(contactQuestions(delivery)).toHaveLength(4);
  expect(document.querySelectorAll("details[open]")).toHaveLength(0);
});

test("the search shows questions with every word, regardless of case, and counts them", async () => {
  render(<FaqSearch groups={groups} />);
  await userEvent.type(search(), "  UPI door ");
  expect(questions()).toEqual(["How do I pay?"]);
  expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("Payment and gifts1 question");
  expect(screen.getByRole("status")).toHaveTextContent("1 question found");
});

test("a search without results can be cleared", async () => {
  render(<FaqSearch groups={groups} />);
  await userEvent.type(search(), "pizza");
  expect(screen.getByRole("status")).toHaveTextContent("0 questions found");
  expect(questions()).toEqual([]);
  expect(screen.getByText("No FAQs found")).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Clear search" }));
  expect(questions()).toHaveLength(12);
  expect(search()).toHaveValue("");
  expect(search()).toHaveFocus();
});
