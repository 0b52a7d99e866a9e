import { type ImageView, mediaSrcSet, mediaUrl, widthsOf } from "@/lib/images/urls";

type PictureProps = {
  /** Without `blur`, the picture appears on a plain ground. */
  image: (Omit<ImageView, "blur"> & { blur?: string }) | null;
  alt: string;
  /** The displayed width, as in the `sizes` attribute of <img>. */
  sizes: string;
  /** No file that is wider is offered. */
  widest?: number;
  /** Loads the picture at once and before others, for the likely largest contentful paint. */
  priority?: boolean;
  className?: string;
};

/**
 * A stored picture in the best width for the browser, blurred until loaded; a placeholder drawing without one. Browsers that do not know
 * AVIF, of before 2024, get one WebP, so that pages need not list every width twice.
 */
export function Picture({ image, alt, sizes, widest, priority = false, className }: PictureProps) {
  const loading = priority ? ({ fetchPriority: "high" } as const) : ({ loading: "lazy", decoding: "async" } as const);
  if (!image) {
    // Always lazy, so that photographs load first.
    return <img src="/placeholder.svg" alt={alt} width={400} height={400} className={className} loading="lazy" />;
  }
  const fallback = widthsOf(image)[1] ?? image.width;
  return (
    <picture>
      <source type="image/avif" srcSet={mediaSrcSet(image, widest)} sizes={sizes} />
      <img
        src={mediaUrl(image.id, fallback, "webp")}
        width={image.width}
        height={image.height}
        alt={alt}
        className={className}
        style={image.blur ? { backgroundImage: `url(${image.blur})`, backgroundSize: "cover" } : undefined}
        {...loading}
      />
    </picture>
  );
}
