import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { isServerError, type UpstreamResult } from '../upstream/upstream.ts';

const tracer = trace.getTracer('card-checkout-proxy');

/** Runs a try in an OpenTelemetry span, which is dropped unless tracing is configured. */
export async function inTrySpan<Ended extends { result: UpstreamResult }>(
  paymentId: string,
  number: number,
  send: () => Promise<Ended>,
): Promise<Ended> {
  const attributes = { 'card_checkout.payment': paymentId, 'card_checkout.try': number };
  const options = { kind: SpanKind.CLIENT, attributes };
  return tracer.startActiveSpan('try', options, async (span) => {
    const ended = await send();
    const { result } = ended;
    span.setAttributes(
      result.kind === 'answer'
        ? { 'http.response.status_code': result.status }
        : { 'error.type': result.kind },
    );
    const isFailure = result.kind !== 'answer' || isServerError(result);
    if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    return ended;
  });
}
