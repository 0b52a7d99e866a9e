import { invalid } from "@/lib/errors";
import { deleteDraft, readDraft } from "@/lib/images/files";

/** The name of the picture of a sweet's form that was uploaded before it; the form's schema has checked it. */
const draftOf = (form: FormData) => String(form.get("picture") ?? "");

/** The picture of a sweet's form: uploaded before under the name that the form gives, or sent in the form itself. */
export async function readPicture(form: FormData): Promise<{ bytes: Buffer; isUpload: boolean } | null> {
  if (draftOf(form)) {
    const bytes = await readDraft(draftOf(form));
    if (!bytes) throw invalid("image", "Please choose the photo again.");
    return { bytes, isUpload: false };
  }
  const file = form.get("image");
  // If no picture was chosen, browsers send an empty file.
  if (!(file instanceof File) || file.size === 0) return null;
  return { bytes: Buffer.from(await file.arrayBuffer()), isUpload: true };
}

/** Deletes what was uploaded before a form that is saved now. */
export async function deletePicture(form: FormData): Promise<void> {
  if (draftOf(form)) await deleteDraft(draftOf(form));
}
