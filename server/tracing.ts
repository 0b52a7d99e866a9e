/*
 * Traces by OpenTelemetry: Next's own spans of pages, and ours of calls of the API, writes and statements (lib/tracing.ts). Loaded only when
 * OTEL_EXPORTER_OTLP_ENDPOINT is set. The exporter reads that variable and OTEL_EXPORTER_OTLP_HEADERS itself, and the sampler
 * OTEL_TRACES_SAMPLER, as everywhere.
 */
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from "@opentelemetry/sdk-trace-node";
import { faultCode } from "@/lib/errors";
import { logLine } from "@/lib/http/log";
import { setTracing } from "@/lib/tracing";
import { runningTemplates } from "./next/route-templates";
import { knownPaths, sentSpan } from "./span-contents";

/** Spans that wait to be sent; more are dropped, as when the collector is away. */
const MAX_WAITING_SPANS = 2048;
/** How long the collector may take. It bounds a stop too, which sends what waits. */
const TIMEOUT_MS = 3_000;

/** Starts sending traces. To be called before anything is traced. */
export function startTracing(serviceName = "mithaas"): void {
  const exporter = filtered(new OTLPTraceExporter({ timeoutMillis: TIMEOUT_MS }));
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: MAX_WAITING_SPANS,
        scheduledDelayMillis: 1000,
        exportTimeoutMillis: TIMEOUT_MS,
      }),
    ],
  });
  provider.register();
  const tracer = trace.getTracer("mithaas");
  setTracing({
    serve(method, route, headers, work) {
      const attributes = { "http.request.method": method, "http.route": route };
      const options = { kind: SpanKind.SERVER, attributes };
      const parent = propagation.extract(context.active(), headers);
      return tracer.startActiveSpan(`${method} ${route}`, options, parent, async (span) => {
        try {
          const answer = await work();
          span.setAttribute("http.response.status_code", answer.status);
          if (answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          return answer;
        } finally {
          span.end();
        }
      });
    },
    start(name, attributes) {
      const kind = "db.system.name" in attributes ? SpanKind.CLIENT : SpanKind.INTERNAL;
      // A statement of a job, for which nobody has asked, is no trace of its own.
      const span = trace.getActiveSpan() && tracer.startSpan(name, { attributes, kind });
      return (error) => end(span, error);
    },
    async run(name, attributes, work) {
      if (!trace.getActiveSpan()) return work();
      const span = tracer.startSpan(name, { attributes });
      try {
        const result = await context.with(trace.setSpan(context.active(), span), work);
        end(span);
        return result;
      } catch (error) {
        end(span, error);
        throw error;
      }
    },
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
    stop: async () => {
      const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  });
}

/** The error's code alone: its message may quote what somebody has typed. */
function end(span: Span | undefined, error?: unknown) {
  if (error !== undefined) {
    const code = faultCode(error) ?? (error instanceof Error ? error.name : "error");
    span?.setStatus({ code: SpanStatusCode.ERROR, message: code }).setAttribute("error.type", code);
  }
  span?.end();
}

/**
 * The exporter, which gets of each span only what may be sent (span-contents.ts), with one line of the log when the collector stops to
 * answer and one when it answers again.
 */
function filtered(exporter: SpanExporter): SpanExporter {
  const paths = knownPaths(runningTemplates());
  let isReached = true;
  return {
    export: (spans, done) => {
      const sent = spans.map((span) => sentSpan(span, paths));
      exporter.export(sent, (result) => {
        const answers = result.code === 0;
        if (answers !== isReached)
          logLine({ level: "info", where: "traces", state: answers ? "back" : "out of reach" });
        isReached = answers;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
