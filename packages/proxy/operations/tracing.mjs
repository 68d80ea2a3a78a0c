// Sends traces of the proxy to an OpenTelemetry collector, as the OTEL_* variables say. Install the
// packages that it imports, and start Node with --import and the path of this file.
import { FastifyOtelInstrumentation } from '@fastify/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

/** Attributes that may leave the process. Others may contain secrets, e.g. a postback's address. */
const allowed = new Set([
  'card_checkout.payment',
  'card_checkout.try',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
]);

const exporter = new OTLPTraceExporter();

const provider = new NodeTracerProvider({
  resource: defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'card-checkout-proxy' }))
    .merge(detectResources({ detectors: [envDetector] })),
  spanProcessors: [
    new BatchSpanProcessor({
      export(spans, done) {
        spans.forEach(hideSecrets);
        exporter.export(spans, done);
      },
      shutdown: async () => exporter.shutdown(),
    }),
  ],
});
// Without a propagator: clients of a public port mustn't control sampling and `tracestate`.
provider.register({ propagator: null });

const requests = new FastifyOtelInstrumentation({
  registerOnInitialization: true,
  instrumentHooks: false,
  recordExceptions: false,
  ignorePaths: ({ url }) => /^\/(healthz|readyz|metrics|widget\/)/.test(url),
});

process.once('beforeExit', () => {
  requests.disable();
  void provider.shutdown();
});

function hideSecrets({ attributes, events, links, status }) {
  for (const name of Object.keys(attributes)) if (!allowed.has(name)) delete attributes[name];
  events.length = 0;
  links.length = 0;
  delete status.message;
}
