import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ShopBanners } from "@/components/layout/shop-banners";

test("nothing stands above the header while there is neither pause nor notice", () => {
  const { container } = render(<ShopBanners pause={null} notice={null} />);
  expect(container).toBeEmptyDOMElement();
});

test("a pause says until when and why", () => {
  const text = "Not taking orders until 30 November 2026, 10:00 am";
  render(<ShopBanners pause={{ text, reason: "Family wedding" }} notice={null} />);
  expect(screen.getByRole("complementary", { name: "Notices" })).toHaveTextContent(`${text} Family wedding`);
});

test("a notice is a link when it has one", () => {
  const { rerender } = render(<ShopBanners pause={null} notice={{ text: "Diwali boxes", link: "/products" }} />);
  expect(screen.getByRole("link", { name: "Diwali boxes" })).toHaveAttribute("href", "/products");
  rerender(<ShopBanners pause={null} notice={{ text: "<b>Diwali</b> boxes", link: null }} />);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("<b>Diwali</b> boxes")).toBeVisible();
});
