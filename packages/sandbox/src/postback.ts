/** Is what the sandbox sends to a `postbackUrl`; the documentation does not show the payload. */
export interface Postback {
  /** Is the id of the payment. */
  id: string;
  status: 'paid' | 'refused';
  /** Centavos. */
  amount: number;
}

const timeoutMs = 10_000;

/** Delivers a postback once; rejects when nobody answers in 10 s. */
export async function deliverPostback(
  url: string,
  postback: Postback,
  signal: AbortSignal,
): Promise<void> {
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(postback),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
}
