import { adminResponse } from "@/app/admin/admin-response";
import { AppError } from "@/lib/errors";
import { readBody } from "@/lib/http/body";
import { consumeForAddress } from "@/lib/http/limits";
import { assertSameOrigin } from "@/lib/http/origin";
import { writeDraft } from "@/lib/images/files";
import { MAX_PICTURE_BYTES, PICTURE_MESSAGES, sniffPicture } from "@/lib/images/schema";

/** Stores the picture of a sweet before its form is submitted with its name, so that the browser can show the progress. */
export const POST = (request: Request) =>
  adminResponse(request, ["sweets:write"], async () => {
    assertSameOrigin(request.headers);
    await consumeForAddress("uploads", request.headers);
    const { image } = await readBody(request, { multipart: (fields) => fields });
    if (!image || !sniffPicture(image)) throw new AppError("unsupported_media_type", PICTURE_MESSAGES.type);
    if (image.length > MAX_PICTURE_BYTES) throw new AppError("payload_too_large", PICTURE_MESSAGES.bytes);
    const headers = { "cache-control": "no-store" };
    return Response.json({ name: await writeDraft(image) }, { status: 201, headers });
  });
