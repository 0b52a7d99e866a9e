// Which TCP ports are free.
import net from "node:net";

/**
 * Why no server can listen on this port of an address, or of every address of the machine: the system's code, such as EADDRINUSE;
 * "" when one can.
 */
export const whyNotListen = async (port: number, host?: string): Promise<string> => {
  const result = await listen(port, host);
  return typeof result === "number" ? "" : (result.code ?? result.message);
};

/** Is this port free on the loopback address? */
export const isFree = async (port: number) => (await listen(port, "127.0.0.1")) === port;

/** A port that is free on the loopback address now. */
export const freePort = async () => {
  const result = await listen(0, "127.0.0.1");
  if (typeof result === "number") return result;
  throw result;
};

/** @returns the port, or why it cannot be had */
function listen(port: number, host: string | undefined): Promise<number | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", resolve);
    server.listen(port, host, () => {
      const address = server.address() as net.AddressInfo;
      server.close(() => resolve(address.port));
    });
  });
}
