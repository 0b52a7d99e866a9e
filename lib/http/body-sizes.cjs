/*
 * How large the body of a request may be. CommonJS, because the server before Next.js needs the numbers without compiling them.
 */

/** A JSON body of the API. */
const JSON_BYTES = 100 * 1024;
/** A form with a picture, where pictures are taken. */
const MULTIPART_BYTES = 6 * 1024 * 1024;
/** Every other body. */
const BODY_BYTES = 1024 * 1024;

/** @param {number} max */
const tooLargeText = (max) => `The body is larger than ${Math.floor(max / 1024)} KB.`;

/**
 * How large the body of a request may be, before anybody has looked into it.
 * @param {{ method?: string, url?: string, headers: import("node:http").IncomingHttpHeaders }} request
 */
function bodyLimit({ method = "", url = "", headers }) {
  const path = url.split("?", 1)[0] ?? "";
  const takesPictures =
    (method === "POST" && /^\/(api\/sweets\/?|admin(\/.*)?)$/.test(path)) ||
    (method === "PUT" && /^\/api\/sweets\/[^/]+\/?$/.test(path));
  const isForm = /^\s*multipart\/form-data\s*(;|$)/i.test(headers["content-type"] ?? "");
  return takesPictures && isForm ? MULTIPART_BYTES : BODY_BYTES;
}

module.exports = { JSON_BYTES, MULTIPART_BYTES, BODY_BYTES, tooLargeText, bodyLimit };
