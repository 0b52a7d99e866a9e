// The headers of an answer at the moment when they go out, whoever makes the answer.

/**
 * Calls `work` with the status just before the headers of an answer are written.
 * @param {import("node:http").ServerResponse} response @param {(status: number) => void} work
 */
export function beforeHead(response, work) {
  const { writeHead } = response;
  response.writeHead = (/** @type {number} */ status, /** @type {any[]} */ ...rest) => {
    if (!response.headersSent) work(status);
    return writeHead.call(response, status, ...rest);
  };
}
