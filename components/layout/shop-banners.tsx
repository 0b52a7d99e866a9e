import { Icon } from "@/components/ui/icon";
import type { Banners } from "@/lib/settings/facts";

/** What stands above the header of every page: that no orders are taken, and the owner's notice. Nothing when there is neither. */
export function ShopBanners({ pause, notice }: Banners) {
  if (!pause && !notice) return null;
  return (
    <aside aria-label="Notices" className="shop-banners">
      {pause && (
        <p className="banner banner-pause">
          <Icon name="clock" className="size-5 shrink-0" />
          <span>
            <b>{pause.text}</b>
            {pause.reason && <span className="banner-reason"> {pause.reason}</span>}
          </span>
        </p>
      )}
      {notice && (
        <p className="banner banner-notice on-band">
          {notice.link ? <a href={notice.link}>{notice.text}</a> : <span>{notice.text}</span>}
        </p>
      )}
    </aside>
  );
}
