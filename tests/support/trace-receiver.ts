// A collector of traces: takes OTLP over HTTP as JSON, as the exporter of server/tracing.ts sends it.
import http from "node:http";
import type { AddressInfo } from "node:net";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } };
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
};
type Sent = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[] };

const textsOf = (attributes: Attribute[]): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue ?? "")]));

export type ReceivedSpan = Omit<SentSpan, "attributes"> & { attributes: Record<string, string>; service: string };

export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = [];
  const headers: http.IncomingHttpHeaders[] = [];
  const bodies: string[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.url !== "/v1/traces") return response.writeHead(404).end();
      headers.push(request.headers);
      const body = Buffer.concat(chunks).toString("utf8");
      bodies.push(body);
      const sent: Sent = JSON.parse(body);
      for (const { resource, scopeSpans } of sent.resourceSpans) {
        const service = textsOf(resource.attributes)["service.name"] ?? "";
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, attributes: textsOf(span.attributes), service });
      }
      return response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    /** Everything that was sent, as it was sent. */
    bodies,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
