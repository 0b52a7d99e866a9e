import { previewPath } from "@/lib/catalogue/json-ld";
import { findSweetBySlug } from "@/lib/catalogue/queries";
import { problemIfExpected } from "@/lib/http/problem";
import { drawPreview } from "@/lib/images/preview";
import { formatRupees } from "@/lib/money";

// Drawn once for each version of a sweet and cached with the pages; a change gives the picture another URL.
export const dynamic = "force-static";
export const revalidate = false;

export const generateStaticParams = () => [];

const notFound = () => new Response("Not found.", { status: 404, headers: { "cache-control": "no-store" } });

/** A sweet's picture for link previews, /og/<slug>-<version>.jpg. An old version redirects to the current one. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params;
  const [, slug] = /^([a-z0-9-]{1,200})-[0-9a-f]{8}\.jpg$/.exec(file) ?? [];
  const sweet = slug && (await findSweetBySlug(slug));
  if (!sweet) return notFound();
  const current = previewPath(sweet);
  if (current !== `/og/${file}`) {
    return new Response(null, { status: 307, headers: { location: current, "cache-control": "no-store" } });
  }
  const { name, price, picture } = sweet;
  // Without the photograph, when the storage is away, it would be stored for good.
  const drawn = await drawPreview({ name, priceText: formatRupees(price), imageId: picture?.id ?? null }).catch(
    problemIfExpected,
  );
  if (drawn instanceof Response) return drawn;
  return new Response(drawn, {
    headers: { "content-type": "image/jpeg", "cache-control": "public, max-age=31536000, immutable" },
  });
}
