import { History, RateWarnings, SectionNav } from "@/components/admin/settings/around-form";
import { SectionForm } from "@/components/admin/settings/section-form";
import { parseSection } from "@/components/admin/settings/sections";
import { may } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { sweetsWithoutRate } from "@/lib/invoices/gst-queries";
import { paymentGateway } from "@/lib/payments/current-gateway";
import { defaultSettings } from "@/lib/settings/defaults";
import { isPaused, pauseText } from "@/lib/settings/facts";
import { textsOfSection } from "@/lib/settings/form-values";
import { listHistory } from "@/lib/settings/history-queries";
import { readableSections } from "@/lib/settings/permissions";
import { editableSettings, sweetNames } from "@/lib/settings/queries";
import type { PauseSettings, SettingValues } from "@/lib/settings/schema";
import { requireStaff } from "../guard";
import { saveSection } from "../settings/actions";
import type { TabProps } from "./tab-props";

const CHANGES = 20;
const MAX_CHANGES = 1_000;

const pauseStatus = (pause: PauseSettings) =>
  isPaused(pause, shopNow()) ? { text: pauseText(pause), good: false } : { text: "Taking orders", good: true };

export async function SettingsTab({ search }: TabProps) {
  const admin = await requireStaff("/admin", "opening:read");
  const readable = readableSections(admin);
  const section = parseSection(search.section, readable);
  const shown = Math.min(Math.max(CHANGES, Math.trunc(Number(search.changes)) || CHANGES), MAX_CHANGES);
  const [settings, { entries, hasMore }] = await Promise.all([
    editableSettings(admin),
    listHistory(admin, section, shown),
  ]);
  const { version, value } = settings[section] ?? { version: 0, value: defaultSettings[section] };
  return (
    <div className="grid grid-cols-1 lg:grid-cols-[15rem_minmax(0,1fr)] gap-5 lg:gap-8 items-start">
      <div className="lg:sticky lg:top-6">
        <SectionNav sections={readable} current={section} />
      </div>
      <div className="min-w-0">
        {section === "tax" && may(admin, "settings:read") && (
          <RateWarnings codes={await sweetsWithoutRate(admin, (value as SettingValues["tax"]).rates)} />
        )}
        <SectionForm
          key={section}
          section={section}
          current={{ version, value: textsOfSection(section, value) }}
          action={saveSection}
          today={indiaDay(shopNow())}
          hasGateway={paymentGateway() !== null}
          sweets={section === "festivals" ? await sweetNames(admin) : undefined}
          status={section === "pause" ? pauseStatus(value as SettingValues["pause"]) : undefined}
        />
        <History section={section} entries={entries} more={hasMore ? shown + CHANGES : null} />
      </div>
    </div>
  );
}
