/** A placeholder with the geometry of a product card. */
export function SkeletonCard() {
  return (
    <div className="pcard" aria-hidden="true">
      <div className="photo aspect-square skeleton grid place-items-center">
        <img
          src="/placeholder.svg"
          alt=""
          width="400"
          height="400"
          loading="lazy"
          className="!object-contain !w-3/5 !h-auto"
        />
      </div>
      <div className="body gap-2.5">
        <div className="skeleton h-6 w-3/4" />
        <div className="skeleton h-4 w-full" />
        <div className="skeleton h-4 w-2/3" />
        <div className="skeleton h-11 w-full mt-3" />
      </div>
    </div>
  );
}
