/** A picture that was stored for the form, or why it was not; `message` is null when nothing was answered. */
export type SentPicture = { ok: true; name: string } | { ok: false; code: string; message: string | null };

/**
 * Sends the picture of a sweet ahead of its form and tells how much of it has been sent (0 to 1). XMLHttpRequest, because fetch
 * does not tell.
 */
export function sendPicture(picture: Blob, onProgress: (sent: number) => void): Promise<SentPicture> {
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
