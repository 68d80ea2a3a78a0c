/** The HTTP status and title of every answer that isn't a `Payment`. */
export const problems = {
  idempotency_key_missing: { status: 400, title: 'The Idempotency-Key header must be a UUID' },
  bad_request: { status: 400, title: 'The request is malformed, or a value is wrong' },
  malformed_body: { status: 400, title: "The body isn't a valid checkout request" },
  order_invalid: { status: 401, title: "The order token isn't valid" },
  order_expired: { status: 401, title: 'The order token has expired' },
  merchant_key_invalid: { status: 401, title: 'The merchant key is missing or wrong' },
  origin_not_allowed: { status: 403, title: 'This origin may not call the proxy' },
  not_from_a_page: { status: 403, title: 'Only a script of a page may send this request' },
  not_found: { status: 404, title: 'Not found' },
  order_not_found: { status: 404, title: 'No payment has been attempted for this order' },
  order_in_progress: { status: 409, title: 'Another payment for this order is unresolved' },
  order_already_paid: { status: 409, title: 'This order is already paid' },
  order_closed: { status: 409, title: 'This order was closed and takes no payment' },
  order_superseded: { status: 409, title: 'A newer token for this order has already been used' },
  three_ds_used: { status: 409, title: 'This authentication was already used for another order' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body has another media type' },
  invalid_input: { status: 422, title: 'Some fields are invalid' },
  three_ds_required: { status: 422, title: 'This card needs a 3-D Secure authentication' },
  idempotency_key_reused: {
    status: 422,
    title: 'This Idempotency-Key was used with a different body',
  },
  too_many_requests: { status: 429, title: 'Too many requests' },
  too_many_attempts: { status: 429, title: 'This order has no attempts left' },
  internal: { status: 500, title: 'The proxy has failed; its log says why' },
  draining: { status: 503, title: 'The proxy is shutting down' },
  overloaded: { status: 503, title: 'The proxy is overloaded' },
} as const;

export type ProblemCode = keyof typeof problems;
