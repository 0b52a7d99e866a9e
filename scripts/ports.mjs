// Which TCP ports are free.
import net from "node:net";

/** Can a server listen on this port on every address of the machine? @param {number} port */
export const portIsTaken = async (port) => (await listen(port, undefined)) !== port;

/** Is this port free on the loopback address? @param {number} port */
export const isFree = async (port) => (await listen(port, "127.0.0.1")) === port;

/** A port that is free on the loopback address now. */
export const freePort = () => listen(0, "127.0.0.1");

/** @param {number} port @param {string | undefined} host @returns {Promise<number>} 0 when it cannot be had */
function listen(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", () => resolve(0));
    server.listen(port, host, () => {
      const address = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(address.port));
    });
  });
}
