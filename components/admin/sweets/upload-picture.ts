import type { ActionFailure } from "@/lib/http/action-state";

/** The name of the stored picture, or why it was not stored. `message` is null when the server did not answer. */
export type UploadResult =
  | { ok: true; name: string }
  | { ok: false; code: ActionFailure["code"]; message: string | null };

/**
 * Uploads the picture of a sweet before its form is submitted. `onProgress` gets the part that has been sent, from 0 to 1; this
 * needs XMLHttpRequest, because fetch does not report the progress of an upload.
 */
export function uploadPicture(picture: Blob, onProgress: (sent: number) => void): Promise<UploadResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/admin/sweets/picture");
    request.responseType = "text";
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () => {
      try {
        const { name, code, message } = JSON.parse(request.responseText);
        resolve(request.status < 300 ? { ok: true, name } : { ok: false, code, message });
      } catch {
        resolve({ ok: false, code: "internal", message: null });
      }
    };
    request.onerror = () => resolve({ ok: false, code: "service_unavailable", message: null });
    const form = new FormData();
    form.set("image", picture, "photo");
    request.send(form);
  });
}
