import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type SaveAction, SectionForm } from "@/components/admin/settings/section-form";
import type { Section } from "@/db/constants/settings";
import { defaultSettings } from "@/lib/settings/defaults";
import { settingsForm } from "@/lib/settings/form-schema";
import { textsOfSection } from "@/lib/settings/form-values";
import type { SettingValues } from "@/lib/settings/schema";
import { button, failure, fill, lastToast, press, sent, success } from "./forms";

const refresh = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", async (original) => ({ ...(await original<object>()), useRouter: () => ({ refresh }) }));

const save = vi.fn<SaveAction>();

const today = "2027-03-10";

const at = <Name extends Section>(
  section: Name,
  version = 3,
  value: SettingValues[Name] = defaultSettings[section],
) => (
  <SectionForm
    section={section}
    current={{ version, value: textsOfSection(section, value) }}
    action={save}
    today={today}
  />
);
/** The form of a week in which the shop delivers on one day: that of all days is long. */
const windows = defaultSettings.windows;
const tuesdays = () => at("windows", 3, { ...windows, week: windows.week.filter(({ weekday }) => weekday === 2) });
const saved = (version = 4, warnings: string[] = []) => success({ version, message: "Saved", warnings });
/** The value that was sent, as the shop reads it. */
const valueSent = (call = -1) => settingsForm.parse(sent(save, call)).value;
const submit = () => press("Save");

test("what is shown is sent whole, with the version that was read", async () => {
  save.mockResolvedValue(saved());
  render(at("shop"));
  await fill("Shop telephone", "+91 22 5550 2000");
  expect(screen.getByText("Not saved yet")).toBeVisible();
  await submit();
  await waitFor(() => expect(screen.queryByText("Not saved yet")).toBeNull());
  expect(settingsForm.parse(sent(save))).toEqual({
    section: "shop",
    version: 3,
    value: {
      ...defaultSettings.shop,
      phones: { ...defaultSettings.shop.phones, shop: "+91 22 5550 2000" },
      accepted: [],
    },
  });
});

test("a sample is marked until it is changed or accepted, which is saved with the form", async () => {
  save.mockResolvedValue(saved());
  render(at("shop", 3, { ...defaultSettings.shop, accepted: ["legalName"] }));
  const ours = (of: string) => screen.queryByRole("checkbox", { name: "This is ours", description: of });
  expect(ours("Legal name")).toBeChecked();
  expect(ours("FSSAI licence number")).not.toBeChecked();
  await fill("FSSAI licence number", "20000000000001");
  expect(ours("FSSAI licence number")).toBeNull();
  await userEvent.click(ours("award 2") as HTMLElement);
  await userEvent.click(ours("Legal name") as HTMLElement);
  await press("Remove award 1");
  expect(ours("award 1")).toBeChecked();
  await submit();
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(valueSent()).toMatchObject({ fssai: "20000000000001", accepted: ["awards.1"] });
});

test("whoever is not registered says so, and whoever is must say the number", async () => {
  save.mockResolvedValue(saved());
  render(at("tax"));
  expect(screen.getByRole("radio", { name: /^Not registered/ })).toBeChecked();
  expect(screen.queryByLabelText("GSTIN")).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: /^Registered/ }));
  await submit();
  await waitFor(() => expect(screen.getByLabelText("GSTIN")).toBeInvalid());
  expect(save).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("radio", { name: /^Not registered/ }));
  await submit();
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(valueSent()).toMatchObject({ gstin: null });
});

test("Monday's windows are copied to all days, and back", async () => {
  const monday = windows.week.filter(({ weekday }) => weekday === 1).slice(0, 1);
  const week = [...monday, { ...monday[0]!, weekday: 2, capacity: 7 }];
  render(at("windows", 3, { ...windows, week }));
  const orders = () => screen.getAllByLabelText("Orders").map((input) => (input as HTMLInputElement).value);
  await press("Copy Monday to all");
  expect(orders()).toEqual(Array(7).fill("30"));
  act(() => lastToast()?.action?.onPress());
  expect(orders()).toEqual(["30", "7"]);
});

test("a new row gets the focus, and after a removal the button that adds one", async () => {
  render(tuesdays());
  const tuesday = within(screen.getByRole("group", { name: "Tuesday" }));
  await userEvent.click(tuesday.getByRole("button", { name: "Add a window on Tuesday" }));
  const added = within(tuesday.getByRole("group", { name: "window 4" })).getByLabelText("From");
  expect(added).toHaveFocus();
  await userEvent.click(tuesday.getByRole("button", { name: "Remove window 1 on Tuesday" }));
  expect(tuesday.getByRole("button", { name: "Add a window on Tuesday" })).toHaveFocus();
  expect(tuesday.getAllByLabelText("From").map((input) => (input as HTMLInputElement).value)).toEqual([
    "13:00",
    "16:00",
    "",
  ]);
  expect(save).not.toHaveBeenCalled();
});

test("a day off, and a date with other hours, are sent with their rows", async () => {
  save.mockResolvedValue(saved());
  render(tuesdays());
  await press("Add a date");
  expect(screen.getByText("No windows: a day off")).toBeVisible();
  await fill("Date", "2026-12-25");
  await press("Add a window on date 1");
  const row = within(screen.getByText("Days off and other hours").closest("fieldset") as HTMLElement);
  await fill(row.getByLabelText("From"), "10:00");
  await fill(row.getByLabelText("To"), "12:30");
  await fill(row.getByLabelText("Orders"), "8");
  await submit();
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(valueSent()).toMatchObject({
    dates: [{ date: "2026-12-25", windows: [{ from: "10:00", to: "12:30", capacity: 8 }] }],
  });
});

test("an error is at its field before anything is sent, and the first gets the focus; of pincodes it says the line", async () => {
  render(at("areas"));
  const thane = within(screen.getByRole("group", { name: "Thane and Navi Mumbai" }));
  const [fee, pincodes] = [thane.getByLabelText("Fee (₹)"), thane.getByLabelText("Pincodes")];
  await fill(fee, "");
  await fill(pincodes, "400601-400615\n\n4000\n400701");
  await submit();
  await waitFor(() => expect(fee).toHaveAccessibleDescription("Please enter an amount from 0 to 10,000"));
  expect(pincodes).toHaveAccessibleDescription(/^4000: Please enter pincodes such as/);
  expect(screen.getByRole("alert")).toHaveTextContent("Not saved yet: please correct what is marked.");
  expect(pincodes).toHaveFocus();
  await fill(pincodes, "400601-400615");
  await press("Remove Mumbai");
  await waitFor(() => expect(pincodes).toBeValid());
  expect(fee).toBeInvalid();
  expect(save).not.toHaveBeenCalled();
});

test("Enter in a field of the pause does not pause the shop", async () => {
  render(at("pause"));
  await userEvent.type(screen.getByLabelText(/^Reason/), "Diwali{Enter}");
  expect(save).not.toHaveBeenCalled();
  expect(screen.getByLabelText(/^Reason/)).toHaveValue("Diwali");
});

test("an error that the shop alone can see is at its field", async () => {
  save.mockResolvedValue(failure("invalid", "Wrong", { fields: { "value.until": "Please choose a time to come" } }));
  render(at("pause"));
  await press("Pause orders");
  const until = screen.getByLabelText(/^Not taking orders until/);
  await waitFor(() => expect(until).toHaveAccessibleDescription(/^Please choose a time to come/));
  expect(until).toHaveFocus();
});

test("an area keeps its id when another one goes, and a new one gets its own", async () => {
  save.mockResolvedValue(saved());
  render(at("areas"));
  await press("Remove Mumbai");
  expect(button("Add an area")).toHaveFocus();
  await press("Add an area");
  const added = within(screen.getByRole("group", { name: "New area" }));
  expect(added.getByLabelText("Name")).toHaveFocus();
  await fill(added.getByLabelText("Name"), "India");
  await fill(screen.getAllByLabelText("Pincodes").at(-1) as HTMLElement, "1*");
  await fill(screen.getAllByLabelText("Fee (₹)").at(-1) as HTMLElement, "99");
  await submit();
  await waitFor(() => expect(save).toHaveBeenCalled());
  const [, thane, india] = defaultSettings.areas;
  const begin = { kind: "local", freeFrom: null, minimum: null, leadMinutes: 0, estimate: null, active: true };
  const own = { id: "india-2", name: "India", pincodes: ["1*"], fee: 99 };
  expect(valueSent()).toEqual([thane, india, { ...begin, ...own }]);
});

test("what was typed stays when the database is away, and when no answer comes", async () => {
  save.mockResolvedValueOnce(failure("service_unavailable", "Failed to save the settings"));
  save.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  render(at("notice"));
  await fill("Text", "Closed for Diwali");
  for (const _ of ["away", "lost"]) {
    await submit();
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("Failed to save the settings"));
    expect(screen.getByLabelText("Text")).toHaveValue("Closed for Diwali");
  }
  expect(screen.getByText(/17 of 160/)).toBeVisible();
});

test("who comes too late reads it, loses nothing, sees what differs, and may save over it", async () => {
  save.mockResolvedValueOnce(failure("stale_version", "Someone else has changed these settings."));
  save.mockResolvedValueOnce(saved(5));
  const { rerender } = render(at("notice"));
  await fill("Text", "Mine");
  await submit();
  await waitFor(() => expect(refresh).toHaveBeenCalled());
  const theirs = { text: "Theirs", link: "/products", from: null, to: null };
  rerender(at("notice", 4, theirs));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Someone else has changed these settings.");
  expect(within(alert).getByRole("row", { name: "Text Theirs Mine" })).toBeVisible();
  expect(within(alert).getByRole("row", { name: "Link /products none" })).toBeVisible();
  expect(screen.getByLabelText("Text")).toHaveValue("Mine");
  await press("Save mine instead");
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(settingsForm.parse(sent(save))).toMatchObject({ version: 4, value: { text: "Mine" } });
});

test("the other version can be loaded instead", async () => {
  const { rerender } = render(at("notice"));
  await fill("Text", "Mine");
  rerender(at("notice", 4, { text: "Theirs", link: null, from: null, to: null }));
  await userEvent.click(await screen.findByRole("button", { name: "Load the other version" }));
  expect(screen.getByLabelText("Text")).toHaveValue("Theirs");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a newer version is shown at once while nothing was typed", () => {
  const { rerender } = render(at("notice"));
  rerender(at("notice", 4, { text: "Theirs", link: null, from: null, to: null }));
  expect(screen.getByLabelText("Text")).toHaveValue("Theirs");
});

test("what was not saved is here again after another section or the login", async () => {
  const { unmount } = render(at("notice"));
  await fill("Text", "Half a sen");
  unmount();
  const again = render(at("notice"));
  expect(screen.getByLabelText("Text")).toHaveValue("Half a sen");
  await press("Discard");
  expect(screen.getByLabelText("Text")).toHaveValue("");
  again.unmount();
  render(at("notice"));
  expect(screen.getByLabelText("Text")).toHaveValue("");
});

test("pausing and reopening are one click each", async () => {
  save.mockResolvedValueOnce(saved(4));
  save.mockResolvedValueOnce(saved(5));
  const { rerender } = render(at("pause"));
  await fill(/^Reason/, "Diwali");
  await press("Pause orders");
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  expect(valueSent()).toMatchObject({ paused: true, until: null, reason: "Diwali" });
  rerender(at("pause", 4, { paused: true, until: null, reason: "Diwali" }));
  await userEvent.click(await screen.findByRole("button", { name: "Reopen" }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(valueSent()).toMatchObject({ paused: false, until: null, reason: null });
});

test("orders that no longer fit are named after the save", async () => {
  save.mockResolvedValue(saved(4, ["3 orders hold a place on 26 Nov 2026 10:00-13:00, which now takes 2"]));
  render(tuesdays());
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent("3 orders hold a place on 26 Nov 2026 10:00-13:00");
});

describe("festivals", () => {
  const sweets = [
    { id: 7, name: "Gujiya", deleted: false },
    { id: 3, name: "Modak", deleted: false },
    { id: 5, name: "Old barfi", deleted: true },
    { id: 9, name: "Older barfi", deleted: true },
  ];
  const holi = {
    slug: "holi",
    name: "Holi",
    text: null,
    days: ["2027-03-21", "2027-03-22"],
    opensAt: "2027-02-28T03:30:00.000Z",
    closesAt: "2027-03-18T14:30:00.000Z",
    sweets: [5, 7],
  };
  const editor = () =>
    render(
      <SectionForm
        section="festivals"
        current={{ version: 1, value: textsOfSection("festivals", [holi]) }}
        action={save}
        sweets={sweets}
        today={today}
      />,
    );

  test("are sent as they were read, with a deleted sweet that one has, and a sweet more", async () => {
    save.mockResolvedValue(saved(2));
    editor();
    expect(screen.getByText("Gujiya, Old barfi")).toBeInTheDocument();
    expect(screen.queryByLabelText(/Older barfi/)).toBeNull();
    await userEvent.click(screen.getByText("Gujiya, Old barfi"));
    await userEvent.click(screen.getByLabelText("Modak"));
    await submit();
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(settingsForm.parse(sent(save))).toEqual({
      section: "festivals",
      version: 1,
      value: [{ ...holi, sweets: expect.toSatisfy((ids: number[]) => ids.toSorted().join() === "3,5,7") }],
    });
  });

  test("have their days in a calendar, by pointer and by keys", async () => {
    save.mockResolvedValue(saved(2));
    editor();
    const day = (name: string) => screen.getByRole("button", { name });
    expect(screen.getByRole("table", { name: "March 2027" })).toBeVisible();
    expect(screen.getAllByRole("button", { pressed: true }).map(({ textContent }) => textContent)).toEqual([
      "21",
      "22",
    ]);
    expect(day("Wed 10 Mar 2027")).toHaveAttribute("aria-current", "date");
    await userEvent.click(day("Mon 22 Mar 2027"));
    await userEvent.keyboard("{ArrowDown}{ArrowDown} ");
    expect(day("Mon 5 Apr 2027")).toHaveFocus();
    expect(day("Mon 5 Apr 2027")).toHaveAttribute("aria-pressed", "true");
    await press("Previous month");
    expect(day("Fri 5 Mar 2027")).toHaveAttribute("tabindex", "0");
    await submit();
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(valueSent()).toMatchObject([{ days: ["2027-03-21", "2027-04-05"] }]);
  });

  test("come and go", async () => {
    editor();
    await press("Add a festival");
    const added = within(screen.getByRole("group", { name: "New festival" }));
    expect(added.getByLabelText("Name")).toHaveFocus();
    expect(added.getByText("None chosen yet")).toBeVisible();
    await press("Remove Holi");
    expect(screen.queryByRole("group", { name: "Holi" })).toBeNull();
  });

  test("show an error at its field, and of a sweet where the sweets are chosen", async () => {
    save.mockResolvedValue(
      failure("invalid", "There is no such sweet", {
        fields: { "value.0.sweets.1": "There is no such sweet", "value.0.days.1": "Not a day of ours" },
      }),
    );
    editor();
    await fill("Name", "Holi!");
    await submit();
    expect(await screen.findByText("There is no such sweet")).toBeVisible();
    expect(screen.getByRole("group", { name: "Days of delivery" })).toHaveAccessibleDescription(
      /2027-03-22: Not a day of ours/,
    );
  });
});

test("payment online is switched on with its minutes, also while the server has no keys, which is said", async () => {
  save.mockResolvedValue(saved());
  const noKeys = /Payment online needs the keys of Razorpay on the server/;
  const { rerender } = render(at("payments"));
  expect(screen.getByText(noKeys)).toBeVisible();
  await userEvent.click(screen.getByRole("checkbox", { name: "Offer to pay online" }));
  await fill("Minutes to pay", "10");
  await submit();
  await waitFor(() => expect(screen.getByLabelText("Minutes to pay")).toBeInvalid());
  await fill("Minutes to pay", "45");
  await submit();
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(valueSent()).toMatchObject({ online: { active: true, holdMinutes: 45 } });
  rerender(
    <SectionForm
      section="payments"
      current={{ version: 4, value: textsOfSection("payments", defaultSettings.payments) }}
      action={save}
      today={today}
      hasGateway
    />,
  );
  expect(screen.queryByText(noKeys)).toBeNull();
});
