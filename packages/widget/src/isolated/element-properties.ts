/** The properties that the frame is told, with their defaults. */
export const defaults: Readonly<Record<string, unknown>> = {
  order: '',
  amount: 0,
  orderId: '',
  locale: '',
  threeDS: 'required',
  kinds: 'credit',
  brands: '',
  autoAdvance: false,
  appearance: 'outlined',
  apiUrl: '',
  provider: '',
  fraudScriptUrl: '',
  ask: '',
  payer: {},
  cart: [],
  threeDSTimeoutMs: 0,
  fraud: 'preferred',
  messages: {},
};

/** The attributes, and the properties that they set. */
export const attributes: Readonly<Record<string, string>> = {
  'proxy-url': 'proxyUrl',
  order: 'order',
  amount: 'amount',
  'order-id': 'orderId',
  locale: 'locale',
  'three-ds': 'threeDS',
  kinds: 'kinds',
  brands: 'brands',
  'auto-advance': 'autoAdvance',
  appearance: 'appearance',
  'api-url': 'apiUrl',
  provider: 'provider',
  'fraud-script-url': 'fraudScriptUrl',
  'three-ds-timeout-ms': 'threeDSTimeoutMs',
  fraud: 'fraud',
  ask: 'ask',
};

/** Reads an attribute; one that is absent has the property's default. */
export function valueOf(name: string, attribute: string | null): unknown {
  if (attribute === null) return defaults[name] ?? '';
  if (typeof defaults[name] === 'boolean') return true;
  return typeof defaults[name] === 'number' ? Number(attribute) : attribute;
}

/** Copies settings as JSON: `structuredClone` would refuse the proxies that frameworks make. */
export function plain(values: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(values));
}
