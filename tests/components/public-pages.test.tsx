// Pages of visitors: signing in, registering, and the search of the questions and answers.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ForgotForm, LoginForm, RegisterForm } from "@/components/account/sign-in-forms";
import { FaqSearch } from "@/components/faq/faq-search";
import { contactQuestions, questionGroups } from "@/components/faq/questions";
import { deliveryFacts } from "@/lib/delivery/facts";
import type { FormAction, MessageAction } from "@/lib/http/action-state";
import { paymentOffer } from "@/lib/payments/rules";
import { defaultSettings } from "@/lib/settings/defaults";
import { shopFacts } from "@/lib/settings/facts";
import { button, expectLink, failure, fill, lost, press, sent, success, texts, unanswered } from "./forms";

const WRONG = "Login failed. Please check your credentials.";
async function signIn(email: string, password: string) {
  await fill("Email", email);
  await fill("Password", password);
  await press("Sign In");
}

test("login: errors are shown before anything is sent", async () => {
  const action = vi.fn<FormAction>();
  render(<LoginForm action={action} next={null} />);
  // One thing is called a password, and a button reads what it does now and nothing else.
  expect(screen.getByLabelText(/password/i)).toHaveAttribute("type", "password");
  expect(button("Sign In")).toHaveTextContent(/^Sign In$/);
  await signIn("nobody", "short");
  expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
  expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
  expect(screen.getByLabelText("Email")).toBeInvalid();
  expect(action).not.toHaveBeenCalled();
});

test("login: the button is busy until the server answers, and what was typed stays after a failure", async () => {
  const { action, answer } = unanswered<null>();
  render(<LoginForm action={action} next="/orders" />);
  await signIn("a@example.com", "secret1");
  await waitFor(() => expect(button(/Signing in\.\.\./)).toHaveAttribute("aria-disabled"));
  expect(screen.queryByText("Sign In")).toBeNull();
  expect(sent(action)).toEqual({ email: "a@example.com", password: "secret1", next: "/orders" });
  answer(failure("unauthorized", WRONG));
  expect(await screen.findByRole("alert")).toHaveTextContent(WRONG);
  expect(screen.getByLabelText("Email")).toHaveValue("a@example.com");
});

test("who has forgotten the password goes on with the address that was typed, and comes back with it", async () => {
  const login = <LoginForm action={vi.fn<FormAction>()} next="/checkout" email="earlier@example.com" />;
  const { rerender } = render(login);
  const email = () => screen.getByLabelText("Email");
  await fill("Email", "asha@example.com");
  expectLink("Forgot your password?", "/forgot-password?next=%2Fcheckout");
  const action = vi.fn<MessageAction>().mockResolvedValueOnce(success({ message: "A link is on its way." }));
  rerender(<ForgotForm action={action} next="/checkout" />);
  expect(email()).toHaveValue("asha@example.com");
  await press("Send me a link");
  expect(await screen.findByText("A link is on its way.")).toBeVisible();
  expect(sent(action)).toEqual({ email: "asha@example.com", next: "/checkout" });
  rerender(login);
  expect(email()).toHaveValue("asha@example.com");
});

test("a lost connection is a failed login", async () => {
  render(<LoginForm action={lost} next={null} />);
  await signIn("a@example.com", "secret1");
  expect(await screen.findByRole("alert")).toHaveTextContent(WRONG);
  expect(screen.getByLabelText("Password")).toHaveValue("secret1");
});

test("a password can be shown, and hidden again", async () => {
  render(<LoginForm action={vi.fn<FormAction>()} next={null} />);
  for (const [name, type] of [
    ["Show password", "text"],
    ["Hide password", "password"],
  ] as const) {
    await press(name);
    expect(screen.getByLabelText("Password")).toHaveAttribute("type", type);
  }
});

test("register: an empty form shows what each field needs, and the first has the focus", async () => {
  const action = vi.fn<FormAction>();
  render(<RegisterForm action={action} next={null} />);
  await press("Create Account");
  for (const [label, text] of [
    ["Full Name", "Name must be at least 2 characters"],
    ["Email", "Please enter a valid email address"],
    ["Password", "Password must be at least 6 characters"],
  ] as const)
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text));
  expect(screen.getByLabelText("Full Name")).toHaveFocus();
  expect(action).not.toHaveBeenCalled();
});

test("register: the passwords must match; what the server refuses is reported, and what was typed stays", async () => {
  const message = "An account with this email already exists.";
  const action = vi.fn<FormAction>().mockResolvedValueOnce(failure("email_taken", message));
  action.mockResolvedValueOnce(failure("invalid", "x", { fields: { email: "Please enter a valid email address" } }));
  render(<RegisterForm action={action} next={null} />);
  await fill("Full Name", "Ananya");
  await fill("Email", "a@example.com");
  await fill("Password", "password1");
  await fill("Confirm Password", "password2");
  await press("Create Account");
  expect(await screen.findByText("Passwords don't match")).toBeVisible();
  expect(action).not.toHaveBeenCalled();
  expect(await screen.findByText(/Many people use this password/)).toBeVisible();

  await fill("Confirm Password", "password1");
  await press("Create Account");
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(screen.getByLabelText("Full Name")).toHaveValue("Ananya");

  await press("Create Account");
  expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveFocus();
});

const delivery = deliveryFacts(defaultSettings);
const groups = questionGroups(shopFacts(defaultSettings.shop), delivery, paymentOffer(defaultSettings.payments, false));
const search = () => screen.getByRole("searchbox", { name: "Search questions" });
const questions = () => [...document.querySelectorAll("summary")].map((summary) => summary.textContent);

test("there are five categories and twelve questions, and four on the contact page", () => {
  render(<FaqSearch groups={groups} />);
  expect(texts(screen.getAllByRole("heading", { level: 2 }))).toEqual([
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
  await fill(search(), "  UPI door ");
  expect(questions()).toEqual(["How do I pay?"]);
  expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("Payment and gifts1 question");
  expect(screen.getByRole("status")).toHaveTextContent("1 question found");
});

test("a search without results can be cleared", async () => {
  render(<FaqSearch groups={groups} />);
  await fill(search(), "pizza");
  expect(screen.getByRole("status")).toHaveTextContent("0 questions found");
  expect(questions()).toEqual([]);
  expect(screen.getByText("No FAQs found")).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Clear search" }));
  expect(questions()).toHaveLength(12);
  expect(search()).toHaveValue("");
  expect(search()).toHaveFocus();
});
