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

function allowListed(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => {
      spans.forEach(hideSecrets);
      exporter.export(spans, done);
    },
    shutdown: async () => exporter.shutdown(),
  };
}

/** Removes addresses and error messages, which attributes, events and links may hold. */
function hideSecrets({ attributes, events, links, status }: ReadableSpan): void {
  for (const name of Object.keys(attributes)) {
    if (!allowedAttributes.has(name)) delete attributes[name];
  }
  events.length = 0;
  links.length = 0;
  delete status.message;
}
