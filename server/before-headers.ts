import type { ServerResponse } from "node:http";

/** Calls `listener` with the status just before the headers of a response are written, whoever writes them. */
export function beforeHeaders(response: ServerResponse, listener: (status: number) => void): void {
  const { writeHead } = response;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (!response.headersSent) listener(status);
    return Reflect.apply(writeHead, response, [status, ...rest]);
  };
}
