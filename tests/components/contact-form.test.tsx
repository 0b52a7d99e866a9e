import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { EnquiryReceipt } from "@/components/enquiries/enquiry-form";
import { ContactForm, CustomOrderForm } from "@/components/enquiries/enquiry-form";
import { toasts } from "@/components/ui/toast";
import { CONTACT_SENT, occasions } from "@/lib/enquiries/constants";
import type { ActionState, FormAction } from "@/lib/http/action-state";

afterEach(() => {
  // Not returned: while Vitest waits for what act() gives, React reports an update that comes late as one outside a test.
  act(() => toasts.list().forEach(({ id }) => void toasts.remove(id)));
});

type EnquiryState = ActionState<EnquiryReceipt>;
type EnquiryAction = FormAction<EnquiryReceipt>;

const answering = (state: EnquiryState) => vi.fn<EnquiryAction>(async () => state);
const success: EnquiryState = { ok: true, data: { id: 123, message: CONTACT_SENT } };

async function fillIn() {
  await userEvent.type(screen.getByLabelText("Full Name"), "Ananya Rao");
  await userEvent.type(screen.getByLabelText("Phone Number"), "+91 98200 12345");
  await userEvent.type(screen.getByLabelText("Email Address"), "ananya@example.in");
  await userEvent.type(screen.getByLabelText("Subject"), "Bulk order");
  await userEvent.type(screen.getByLabelText("Message"), "120 boxes of kaju katli, please.");
}

const send = () => userEvent.click(screen.getByRole("button", { name: "Send Message" }));

test("every invalid field is described and marked, the first has the focus, and nothing is sent", async () => {
  const action = answering(success);
  render(<ContactForm action={action} />);
  await userEvent.type(screen.getByLabelText("Full Name"), "A");
  await userEvent.type(screen.getByLabelText("Email Address"), "ananya@example");
  await send();
  for (const [label, message] of [
    ["Full Name", "Name must be at least 2 characters"],
    ["Phone Number", "Please enter a valid phone number"],
    ["Email Address", "Please enter a valid email address"],
    ["Subject", "Subject must be at least 5 characters"],
    ["Message", "Message must be at least 10 characters"],
  ] as const) {
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message));
    expect(screen.getByLabelText(label)).toBeInvalid();
  }
  expect(screen.getByLabelText("Full Name")).toHaveFocus();
  expect(action).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText("Full Name"), "nanya");
  await waitFor(() => expect(screen.getByLabelText("Full Name")).toBeValid());
});

test("the button shows that it is sending; then a toast, a receipt with a number that stays, and an empty form", async () => {
  let answer: (state: EnquiryState) => void = () => {};
  const action = vi.fn<EnquiryAction>(() => new Promise((resolve) => (answer = resolve)));
  render(<ContactForm action={action} />);
  await fillIn();
  await userEvent.dblClick(screen.getByRole("button", { name: "Send Message" }));
  const busy = await screen.findByRole("button", { name: /Sending Message\.\.\./ });
  await waitFor(() => expect(busy).toHaveAttribute("aria-disabled", "true"));
  expect(action).toHaveBeenCalledTimes(1);
  const sent = action.mock.calls[0]?.[1];
  expect(sent && Object.fromEntries(sent)).toEqual({
    name: "Ananya Rao",
    phone: "+91 98200 12345",
    email: "ananya@example.in",
    subject: "Bulk order",
    message: "120 boxes of kaju katli, please.",
  });
  await act(async () => answer({ ok: true, data: { id: 123, message: CONTACT_SENT } }));
  expect(toasts.list()).toMatchObject([
    { type: "success", message: "Message sent successfully! We'll get back to you soon." },
  ]);
  expect(screen.queryByText(/sent successfully/)).toBeNull();
  const receipt = screen.getByRole("status");
  expect(receipt).toHaveTextContent("Your message has reached us. Its number is 123. We reply within 24 hours.");
  expect(receipt).toHaveFocus();
  expect(screen.getByLabelText("Full Name")).toHaveValue("");
  expect(screen.getByRole("button", { name: "Send Message" })).not.toHaveAttribute("aria-disabled");
});

test("the server's message is shown at its field, and nothing typed is lost", async () => {
  const values = { name: "Ananya Rao" };
  render(
    <ContactForm
      action={answering({
        ok: false,
        code: "invalid",
        message: "Wrong",
        fields: { subject: "Not this subject" },
        values,
      })}
    />,
  );
  await fillIn();
  await send();
  await waitFor(() => expect(screen.getByLabelText("Subject")).toHaveAccessibleDescription("Not this subject"));
  expect(screen.getByLabelText("Subject")).toHaveFocus();
  expect(screen.getByLabelText("Full Name")).toHaveValue("Ananya Rao");
});

test("an error of the whole form is shown above it", async () => {
  const message = "Too many attempts. Please try again later.";
  render(<ContactForm action={answering({ ok: false, code: "invalid", message, fields: {}, values: {} })} />);
  await fillIn();
  await send();
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(toasts.list()).toEqual([]);
  expect(screen.getByLabelText("Message")).toHaveValue("120 boxes of kaju katli, please.");
});

test("a lost connection is reported, nothing typed is lost, and sending again works", async () => {
  const action = vi.fn<EnquiryAction>().mockRejectedValue(new TypeError("Failed to fetch"));
  render(<ContactForm action={action} />);
  await fillIn();
  await send();
  expect(await screen.findByRole("alert")).toHaveTextContent("An error occurred");
  expect(screen.getByLabelText("Message")).toHaveValue("120 boxes of kaju katli, please.");
  action.mockResolvedValue({ ok: true, data: { id: 123, message: CONTACT_SENT } });
  await send();
  await waitFor(() => expect(toasts.list()).toHaveLength(1));
  expect(screen.queryByRole("alert")).toBeNull();
  await waitFor(() => expect(screen.getByLabelText("Message")).toHaveValue(""));
});

test("a custom order requires the occasion; date, quantity and budget are optional", async () => {
  const action = answering(success);
  render(<CustomOrderForm action={action} occasions={occasions} />);
  await userEvent.type(screen.getByLabelText("Full Name"), "Ananya Rao");
  await userEvent.type(screen.getByLabelText("Phone Number"), "+91 98200 12345");
  await userEvent.type(screen.getByLabelText("Email Address"), "ananya@example.in");
  await userEvent.type(screen.getByLabelText("What do you have in mind?"), "Boxes for a wedding");
  await userEvent.click(screen.getByRole("button", { name: "Send Request" }));
  await waitFor(() =>
    expect(screen.getByLabelText("Occasion")).toHaveAccessibleDescription("Please tell us the occasion"),
  );
  await userEvent.selectOptions(screen.getByLabelText("Occasion"), "Wedding");
  await userEvent.click(screen.getByRole("button", { name: "Send Request" }));
  expect(await screen.findByRole("status")).toHaveTextContent("123");
  expect(action).toHaveBeenCalledOnce();
});
