import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import AdminError from "@/app/admin/error";

const at = vi.hoisted(() => ({ path: "/admin", search: "" }));
const refresh = vi.fn();
vi.mock("next/navigation", () => ({
  usePathname: () => at.path,
  useSearchParams: () => new URLSearchParams(at.search),
  useRouter: () => ({ refresh }),
}));

test.each([
  ["/admin", "tab=products&page=2", "Failed to load products"],
  ["/admin", "tab=orders", "An unexpected error occurred"],
  ["/admin/orders", "tab=products", "An unexpected error occurred"],
])("%s?%s that failed says '%s' and can be tried again", async (path, search, text) => {
  Object.assign(at, { path, search });
  const reset = vi.fn();
  render(<AdminError error={new Error("x")} reset={reset} />);
  expect(screen.getByRole("alert")).toHaveTextContent(text);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refresh).toHaveBeenCalled();
  expect(reset).toHaveBeenCalled();
});
