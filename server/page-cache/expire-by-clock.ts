import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { festivalState, isDayOver } from "@/lib/settings/calendar";
import { bannersAt } from "@/lib/settings/facts";
import { settingsForPage } from "@/lib/settings/queries";
import { copyrightYears } from "@/lib/shop";
import { expireEverything } from "./expire";

let lastTime = new Date();
let lastShopTime = shopNow();

/**
 * Expires every page when time alone has changed what pages show: the shop's day, the year in the footer, the notice, a pause, the end of
 * today's last window, and the opening or close of a festival. To be called every second.
 */
export async function expireByClock(): Promise<void> {
  const { values } = await settingsForPage();
  const [time, shopTime] = [new Date(), shopNow()];
  const statesAt = (at: Date) => [
    isDayOver(indiaDay(at), values.windows, at),
    ...values.festivals.map((festival) => festivalState(festival, at)),
  ];
  const shownAt = (at: Date, shopAt: Date) =>
    JSON.stringify([copyrightYears(at), indiaDay(shopAt), bannersAt(values, shopAt), statesAt(shopAt)]);
  const isChanged = shownAt(lastTime, lastShopTime) !== shownAt(time, shopTime);
  [lastTime, lastShopTime] = [time, shopTime];
  if (isChanged) expireEverything();
}
