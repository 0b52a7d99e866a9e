import { problemIfExpected } from "@/lib/http/problem";
import { readUpload } from "@/lib/images/files";

/** Uploaded pictures. Those of the first catalogue have the same kind of address and are served from public/media. */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params;
  // When the storage is away, nobody may take that for a picture that is not there.
  const upload = await readUpload(file).catch(problemIfExpected);
  if (upload instanceof Response) return upload;
  if (!upload) {
    return Response.json(
      { type: "about:blank", title: "Not Found", status: 404, detail: "Picture not found." },
      { status: 404, headers: { "content-type": "application/problem+json", "cache-control": "no-store" } },
    );
  }
  const etag = `"${file}"`;
  const headers = {
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": upload.type,
    "x-content-type-options": "nosniff",
    etag,
  };
  if (request.headers.get("if-none-match")?.includes(etag)) return new Response(null, { status: 304, headers });
  return new Response(upload.bytes, { headers });
}
