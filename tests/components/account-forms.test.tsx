import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { LoginForm, RegisterForm } from "@/components/account/sign-in-forms";
import type { ActionFailure, FormAction } from "@/lib/http/action-state";

const failed = (code: ActionFailure["code"], message: string, more = {}): ActionFailure => ({
  ok: false,
  code,
  message,
  fields: {},
  values: {},
  ...more,
});

describe("login", () => {
  async function fill(email: string, password: string) {
    const user = userEvent.setup();
    await user.type(screen.getByLabelText("Email"), email);
    await user.type(screen.getByLabelText("Password"), password);
    await user.click(screen.getByRole("button", { name: /Sign In/ }));
  }

  test("errors are shown before anything is sent", async () => {
    const action = vi.fn<FormAction>();
    render(<LoginForm action={action} next={null} />);
    // One thing is called a password, and a button reads what it does now and nothing else.
    expect(screen.getByLabelText(/password/i)).toHaveAttribute("type", "password");
    expect(screen.getByRole("button", { name: "Show password" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Sign In" })).toHaveTextContent(/^Sign In$/);
    await fill("nobody", "short");
    expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
    expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
    expect(screen.getByLabelText("Email")).toBeInvalid();
    expect(action).not.toHaveBeenCalled();
  });

  test("the button is busy until the server answers, and what was typed stays after a failure", async () => {
    let answer: (outcome: Awaited<ReturnType<FormAction>>) => void = () => {};
    const action = vi.fn<FormAction>(() => new Promise((resolve) => (answer = resolve)));
    render(<LoginForm action={action} next="/orders" />);
    await fill("a@example.com", "secret1");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: /Signing in\.\.\./ })).toHaveAttribute("aria-disabled"),
    );
    expect(screen.queryByText("Sign In")).toBeNull();
    const form = action.mock.calls[0]?.[1];
    expect(Object.fromEntries(form ?? [])).toEqual({ email: "a@example.com", password: "secret1", next: "/orders" });
    answer(failed("unauthorized", "Login failed. Please check your credentials."));
    expect(await screen.findByRole("alert")).toHaveTextContent("Login failed. Please check your credentials.");
    expect(screen.getByLabelText("Email")).toHaveValue("a@example.com");
  });

  test.each([
    [40, "Too many attempts. Please try again in 40 seconds."],
    [840, "Too many attempts. Please try again in 14 minutes."],
  ])("too many tries say how long to wait (%i s)", async (retryAfter, text) => {
    render(<LoginForm action={async () => failed("rate_limited", "Too many attempts.", { retryAfter })} next={null} />);
    await fill("a@example.com", "secret1");
    expect(await screen.findByRole("alert")).toHaveTextContent(text);
  });

  test("a lost connection is a failed login", async () => {
    const action: FormAction = () => Promise.reject(new TypeError("Failed to fetch"));
    render(<LoginForm action={action} next={null} />);
    await fill("a@example.com", "secret1");
    expect(await screen.findByRole("alert")).toHaveTextContent("Login failed. Please check your credentials.");
    expect(screen.getByLabelText("Password")).toHaveValue("secret1");
  });
});

test("a password can be shown, and hidden again", async () => {
  render(<LoginForm action={vi.fn<FormAction>()} next={null} />);
  for (const [button, type] of [
    ["Show password", "text"],
    ["Hide password", "password"],
  ] as const) {
    await userEvent.click(screen.getByRole("button", { name: button }));
    expect(screen.getByLabelText("Password")).toHaveAttribute("type", type);
  }
});

describe("register", () => {
  test("an empty form shows what each field needs, and the first has the focus", async () => {
    const action = vi.fn<FormAction>();
    render(<RegisterForm action={action} next={null} />);
    await userEvent.click(screen.getByRole("button", { name: /Create Account/ }));
    for (const [label, text] of [
      ["Full Name", "Name must be at least 2 characters"],
      ["Email", "Please enter a valid email address"],
      ["Password", "Password must be at least 6 characters"],
    ] as const)
      await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text));
    expect(screen.getByLabelText("Full Name")).toHaveFocus();
    expect(action).not.toHaveBeenCalled();
  });

  test("a taken e-mail address is reported, and what was typed stays", async () => {
    const user = userEvent.setup();
    const message = "An account with this email already exists.";
    render(<RegisterForm action={async () => failed("email_taken", message)} next={null} />);
    await user.type(screen.getByLabelText("Full Name"), "Somebody else");
    await user.type(screen.getByLabelText("Email"), "a@example.com");
    for (const label of ["Password", "Confirm Password"]) await user.type(screen.getByLabelText(label), "secret-1985");
    await user.click(screen.getByRole("button", { name: /Create Account/ }));
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(screen.getByLabelText("Full Name")).toHaveValue("Somebody else");
  });

  test("the passwords must match; an error of the server is shown at its field", async () => {
    const user = userEvent.setup();
    const action = vi.fn<FormAction>(async () =>
      failed("invalid", "x", { fields: { email: "Please enter a valid email address" } }),
    );
    render(<RegisterForm action={action} next={null} />);
    await user.type(screen.getByLabelText("Full Name"), "Ananya");
    await user.type(screen.getByLabelText("Email"), "a@example.com");
    await user.type(screen.getByLabelText("Password"), "password1");
    await user.type(screen.getByLabelText("Confirm Password"), "password2");
    await user.click(screen.getByRole("button", { name: /Create Account/ }));
    expect(await screen.findByText("Passwords don't match")).toBeVisible();
    expect(action).not.toHaveBeenCalled();
    expect(await screen.findByText(/Many people use this password/)).toBeVisible();

    await user.clear(screen.getByLabelText("Confirm Password"));
    await user.type(screen.getByLabelText("Confirm Password"), "password1");
    await user.click(screen.getByRole("button", { name: /Create Account/ }));
    expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
    expect(screen.getByLabelText("Email")).toHaveFocus();
  });
});
