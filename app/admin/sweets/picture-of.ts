import { assertAdmin } from "@/lib/auth/actor";
import type { Caller } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { consumeForAddress } from "@/lib/http/limits";
import { readDraft } from "@/lib/images/files";
import { type Derived, derive } from "@/lib/images/pipeline";

const wrongPicture = (message: string) => new AppError("invalid", message, { errors: [{ path: "image", message }] });

async function bytesOf(form: FormData, name: string | undefined, asked: Headers): Promise<Buffer | null> {
  if (name) {
    const sent = await readDraft(name);
    if (!sent) throw wrongPicture("Please choose the photo again.");
    return sent;
  }
  const file = form.get("image");
  // An empty file field is what a form sends when no picture was chosen.
  if (!(file instanceof File) || file.size === 0) return null;
  await consumeForAddress("uploads", asked);
  return Buffer.from(await file.arrayBuffer());
}

/**
 * The picture of a sweet's form, made ready: sent ahead under the name that the form gives, or in the form itself. What is
 * wrong with it is said at its field.
 */
export const pictureOf =
  (form: FormData) =>
  async ({ picture }: { picture?: string }, { actor }: Caller, asked: Headers): Promise<Derived | null> => {
    assertAdmin(actor);
    const bytes = await bytesOf(form, picture, asked);
    try {
      return bytes && (await derive(bytes));
    } catch (error) {
      throw error instanceof AppError ? wrongPicture(error.message) : error;
    }
  };
