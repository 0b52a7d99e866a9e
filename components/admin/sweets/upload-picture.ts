import type { ActionFailure } from "@/lib/http/action-state";

/**
 * Uploads the picture of a sweet before its form is submitted: resolves with the name of the stored picture, or with why it was not
 * stored, and rejects when the server does not answer. `onProgress` gets the part that has been sent, from 0 to 1; this needs
 * XMLHttpRequest, because fetch does not report the progress of an upload.
 */
export function uploadPicture(
  picture: Blob,
  onProgress: (sent: number) => void,
): Promise<{ name: string } | Pick<ActionFailure, "code" | "message">> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/admin/sweets/picture");
    request.responseType = "json";
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    const fail = () => reject(new Error("The picture could not be uploaded"));
    request.onload = () => (request.response ? resolve(request.response) : fail());
    request.onerror = fail;
    const form = new FormData();
    form.set("image", picture, "photo");
    request.send(form);
  });
}
