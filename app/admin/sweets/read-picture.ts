import { AppError, invalid } from "@/lib/errors";
import { PICTURE_DEADLINE, within } from "@/lib/http/deadline";
import { consumeForAddress } from "@/lib/http/limits";
import { readDraft } from "@/lib/images/files";
import { type Derived, derive } from "@/lib/images/pipeline";

async function readBytes(form: FormData, name: string | undefined, headers: Headers): Promise<Buffer | null> {
  if (name) {
    const uploaded = await readDraft(name);
    if (!uploaded) throw invalid("image", "Please choose the photo again.");
    return uploaded;
  }
  const file = form.get("image");
  // If no picture was chosen, browsers send an empty file.
  if (!(file instanceof File) || file.size === 0) return null;
  await consumeForAddress("uploads", headers);
  return Buffer.from(await file.arrayBuffer());
}

/**
 * The picture of a sweet's form, encoded: uploaded before under the name that the form gives, or sent in the form itself. An error is
 * one of the field `image`. Encoding takes a second and waits for other pictures, at most PICTURE_DEADLINE milliseconds.
 */
export async function readPicture(
  form: FormData,
  draft: string | undefined,
  headers: Headers,
): Promise<Derived | null> {
  const bytes = await readBytes(form, draft, headers);
  try {
    return bytes && (await within(PICTURE_DEADLINE, derive(bytes)));
  } catch (error) {
    throw error instanceof AppError && error.code !== "service_unavailable" ? invalid("image", error.message) : error;
  }
}
