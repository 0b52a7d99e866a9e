import { type ImageView, mediaSrcSet, mediaUrl, widthsOf } from "@/lib/images/view";

type PictureProps = {
  image: ImageView | null;
  alt: string;
  /** How wide the picture is shown, as in the `sizes` attribute of HTML. */
  sizes: string;
  /** For what is likely the largest thing seen first: loaded at once and before other pictures. */
  priority?: boolean;
  className?: string;
};

/** A stored picture in the best format and width for this browser, blurred until it is there; a drawing when there is none. */
export function Picture({ image, alt, sizes, priority = false, className }: PictureProps) {
  const loading = priority ? ({ fetchPriority: "high" } as const) : ({ loading: "lazy", decoding: "async" } as const);
  if (!image) {
    // Never ahead of photographs, which the page is looked at for.
    return <img src="/placeholder.svg" alt={alt} width={400} height={400} className={className} loading="lazy" />;
  }
  const fallback = widthsOf(image)[1] ?? image.width;
  return (
    <picture>
      <source type="image/avif" srcSet={mediaSrcSet(image, "avif")} sizes={sizes} />
      <img
        src={mediaUrl(image.id, fallback, "webp")}
        srcSet={mediaSrcSet(image, "webp")}
        sizes={sizes}
        width={image.width}
        height={image.height}
        alt={alt}
        className={className}
        style={{ backgroundImage: `url(${image.blur})`, backgroundSize: "cover" }}
        {...loading}
      />
    </picture>
  );
}
