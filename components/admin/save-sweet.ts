/** What the API answers to a save, as far as the form needs it. */
export type SaveResult =
  | { ok: true }
  | { ok: false; code: string; message: string | null; fields: Record<string, string> };

/**
 * Sends a sweet as multipart form data, as every client of the API does, and tells how much of it has been sent (0 to 1).
 * XMLHttpRequest, because fetch does not tell. `message` is null when nothing was answered.
 */
export function saveSweet(id: number | null, form: FormData, onProgress: (sent: number) => void): Promise<SaveResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(id === null ? "POST" : "PUT", id === null ? "/api/sweets" : `/api/sweets/${id}`);
    request.responseType = "text";
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () => {
      if (request.status < 300) return resolve({ ok: true });
      try {
        const { code, message, errors = [] } = JSON.parse(request.responseText);
        const fields = Object.fromEntries(errors.map((e: { path: string; message: string }) => [e.path, e.message]));
        resolve({ ok: false, code, message, fields });
      } catch {
        resolve({ ok: false, code: "internal", message: null, fields: {} });
      }
    };
    request.onerror = () => resolve({ ok: false, code: "service_unavailable", message: null, fields: {} });
    request.send(form);
  });
}
