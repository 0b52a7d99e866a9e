import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { EnquiryReceipt } from "@/components/enquiries/enquiry-form";
import { ContactForm, CustomOrderForm } from "@/components/enquiries/enquiry-form";
import { toasts } from "@/components/ui/toast";
import { CONTACT_SENT, occasions } from "@/lib/enquiries/constants";
import type { FormAction } from "@/lib/http/action-state";
import { button, fill, press, sent, success, toastTexts, unanswered } from "./forms";

const receipt = success({ id: 123, message: CONTACT_SENT });
const person = { "Full Name": "Ananya Rao", "Phone Number": "+91 98200 12345", "Email Address": "ananya@example.in" };
const message = { Subject: "Bulk order", Message: "120 boxes of kaju katli, please." };
async function fillIn(texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await fill(label, text);
}

test("every invalid field is described and marked, the first has the focus, and nothing is sent", async () => {
  const action = vi.fn<FormAction<EnquiryReceipt>>();
  render(<ContactForm action={action} />);
  await fillIn({ "Full Name": "A", "Email Address": "ananya@example" });
  await press("Send Message");
  for (const [label, text] of [
    ["Full Name", "Name must be at least 2 characters"],
    ["Phone Number", "Please enter a valid phone number"],
    ["Email Address", "Please enter a valid email address"],
    ["Subject", "Subject must be at least 5 characters"],
    ["Message", "Message must be at least 10 characters"],
  ] as const) {
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text));
    expect(screen.getByLabelText(label)).toBeInvalid();
  }
  expect(screen.getByLabelText("Full Name")).toHaveFocus();
  expect(action).not.toHaveBeenCalled();
  await fill("Full Name", "Ananya");
  await waitFor(() => expect(screen.getByLabelText("Full Name")).toBeValid());
});

test("the button shows that it is sending; then a toast, a receipt with a number that stays, and an empty form", async () => {
  const { action, answer } = unanswered<EnquiryReceipt>();
  render(<ContactForm action={action} />);
  await fillIn({ ...person, ...message });
  await userEvent.dblClick(button("Send Message"));
  const busy = await screen.findByRole("button", { name: /Sending Message\.\.\./ });
  await waitFor(() => expect(busy).toHaveAttribute("aria-disabled", "true"));
  expect(action).toHaveBeenCalledTimes(1);
  expect(sent(action)).toEqual({
    name: "Ananya Rao",
    phone: "+91 98200 12345",
    email: "ananya@example.in",
    subject: "Bulk order",
    message: "120 boxes of kaju katli, please.",
  });
  await act(async () => answer(receipt));
  expect(toastTexts()).toEqual(["success: Message sent successfully! We'll get back to you soon."]);
  expect(screen.queryByText(/sent successfully/)).toBeNull();
  const shown = screen.getByRole("status");
  expect(shown).toHaveTextContent("Your message has reached us. Its number is 123. We reply within 24 hours.");
  expect(shown).toHaveFocus();
  expect(screen.getByLabelText("Full Name")).toHaveValue("");
  expect(button("Send Message")).not.toHaveAttribute("aria-disabled");
});

test("a lost connection is reported, nothing typed is lost, and sending again works", async () => {
  const action = vi.fn<FormAction<EnquiryReceipt>>().mockRejectedValueOnce(new TypeError("Failed to fetch"));
  action.mockResolvedValueOnce(receipt);
  render(<ContactForm action={action} />);
  await fillIn({ ...person, ...message });
  await press("Send Message");
  expect(await screen.findByRole("alert")).toHaveTextContent("An error occurred");
  expect(toasts.list()).toEqual([]);
  expect(screen.getByLabelText("Message")).toHaveValue("120 boxes of kaju katli, please.");
  await press("Send Message");
  await waitFor(() => expect(toasts.list()).toHaveLength(1));
  expect(screen.queryByRole("alert")).toBeNull();
  await waitFor(() => expect(screen.getByLabelText("Message")).toHaveValue(""));
});

test("a custom order requires the occasion; date, quantity and budget are optional", async () => {
  const action = vi.fn<FormAction<EnquiryReceipt>>(async () => receipt);
  render(<CustomOrderForm action={action} occasions={occasions} />);
  await fillIn({ ...person, "What do you have in mind?": "Boxes for a wedding" });
  await press("Send Request");
  await waitFor(() =>
    expect(screen.getByLabelText("Occasion")).toHaveAccessibleDescription("Please tell us the occasion"),
  );
  await userEvent.selectOptions(screen.getByLabelText("Occasion"), "Wedding");
  await press("Send Request");
  expect(await screen.findByRole("status")).toHaveTextContent("123");
  expect(action).toHaveBeenCalledOnce();
});
