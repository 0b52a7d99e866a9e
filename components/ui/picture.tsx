import { type ImageView, mediaSrcSet, mediaUrl, widthsOf } from "@/lib/images/urls";

type PictureProps = {
  image: ImageView | null;
  alt: string;
  /** The displayed width, as in the `sizes` attribute of <img>. */
  sizes: string;
  /** Loads the picture at once and before others, for the likely largest contentful paint. */
  priority?: boolean;
  className?: string;
};

/** A stored picture in the best format and width for the browser, blurred until loaded; a placeholder drawing without one. */
export function Picture({ image, alt, sizes, priority = false, className }: PictureProps) {
  const loading = priority ? ({ fetchPriority: "high" } as const) : ({ loading: "lazy", decoding: "async" } as const);
  if (!image) {
    // Always lazy, so that photographs load first.
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
