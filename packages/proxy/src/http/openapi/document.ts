import { CheckoutRequest, ClientConfig, Payment, Problem } from '@card-checkout/contract';
import { z } from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };
import { operations } from './operations.ts';
import type { Part } from './responses.ts';

/**
 * Describes the proxy's HTTP interface (contract section 3) in OpenAPI 3.1; its schemas are those that
 * requests are read with. `url` is where the proxy is reached: an address, or a path of the same host.
 */
export function openApiDocument(url: string): Part {
  return {
    openapi: '3.1.1',
    info: { title: packageJson.name, version: packageJson.version },
    servers: [{ url }],
    paths: operations,
    components: {
      schemas: {
        CheckoutRequest: schemaOf(CheckoutRequest, 'input'),
        ClientConfig: schemaOf(ClientConfig, 'output'),
        Payment: schemaOf(Payment, 'output'),
        Problem: schemaOf(Problem, 'output'),
      },
    },
  };
}

/** Writes JSON Schema 2020-12, the dialect of OpenAPI 3.1, which need not be named then. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Part {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
