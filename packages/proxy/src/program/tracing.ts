import { FastifyOtelInstrumentation } from '@fastify/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import { givenKeyOf } from '../http/guards.ts';

/** Attributes that may leave the process. Others may contain secrets, e.g. a postback's address. */
const allowedAttributes = new Set([
  'card_checkout.attempt',
  'card_checkout.try',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
]);

const untracedPaths = /^\/(healthz|readyz|metrics|widget\/)/;

/**
 * Traces every Fastify server created from now on, as the standard `OTEL_*` variables say. Returns a
 * function that sends the remaining traces. Ignores `traceparent`: with it, clients of a public port
 * could control sampling and `tracestate`.
 */
export function startTracing(): () => Promise<void> {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'card-checkout-proxy' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(allowListed(new OTLPTraceExporter()))],
  });
  provider.register({ propagator: null });
  const requests = new FastifyOtelInstrumentation({
    registerOnInitialization: true,
    instrumentHooks: false,
    recordExceptions: false,
    ignorePaths: ({ url }) => untracedPaths.test(url),
    requestHook: (span, request) => {
      const key = givenKeyOf(request);
      if (key !== undefined) span.setAttribute('card_checkout.attempt', key);
    },
  });
  return async () => {
    requests.disable();
    await provider.shutdown();
  };
}

/** Exports no addresses and no error messages. */
function allowListed(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(shown), done),
    shutdown: async () => exporter.shutdown(),
  };
}

function shown(span: ReadableSpan): ReadableSpan {
  const allowed = Object.entries(span.attributes).filter(([name]) => allowedAttributes.has(name));
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(span.parentSpanContext && { parentSpanContext: span.parentSpanContext }),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    status: { code: span.status.code },
    attributes: Object.fromEntries(allowed),
    links: [],
    events: [],
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}
