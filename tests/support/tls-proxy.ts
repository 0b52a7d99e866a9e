// A proxy that ends TLS in front of the shop, with a certificate that is made on the spot.
import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";

/** One element of a certificate, by ASN.1's distinguished encoding. */
function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const [INTEGER, BITS, TEXT, TIME, SEQUENCE, SET] = [0x02, 0x03, 0x0c, 0x17, 0x30, 0x31] as const;
/** An encoded object identifier. */
const identifier = (hex: string) => element(0x06, Buffer.from(hex, "hex"));
const time = (at: number) =>
  element(TIME, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, "").slice(2, 14)}Z`));

/** A certificate for localhost that nobody vouches for, valid today. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = element(SEQUENCE, identifier("2a8648ce3d040302"));
  const commonName = element(SEQUENCE, identifier("550403"), element(TEXT, Buffer.from("localhost")));
  const name = element(SEQUENCE, element(SET, commonName));
  const day = 24 * 60 * 60 * 1000;
  const content = element(
    SEQUENCE,
    element(INTEGER, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    element(SEQUENCE, time(Date.now() - day), time(Date.now() + day)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = element(BITS, Buffer.from([0]), sign("sha256", content, privateKey));
  const certificate = element(SEQUENCE, content, ecdsaWithSha256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
}

/** Starts a proxy in front of the shop on a port; it says of each request what proxies say. */
export async function tlsProxy(shopPort: number): Promise<{ url: string; close: () => Promise<void> }> {
  const server = https.createServer(selfSigned(), (request, response) => {
    const headers = {
      ...request.headers,
      "x-forwarded-for": request.socket.remoteAddress,
      "x-forwarded-host": request.headers.host,
      "x-forwarded-proto": "https",
    };
    const { method, url } = request;
    const passed = http.request({ host: "localhost", port: shopPort, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    passed.once("error", () => response.destroy());
    response.once("close", () => passed.destroy());
    request.pipe(passed);
  });
  await once(server.listen(0), "listening");
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
