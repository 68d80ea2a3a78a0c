import {
  CheckoutRequest,
  ClientConfig,
  OrderList,
  OrderState,
  Payment,
  Problem,
} from '@card-checkout/contract';
import { z } from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };
import { operations } from './operations.ts';
import type { Part } from './responses.ts';

/**
 * Describes the proxy's HTTP interface in OpenAPI 3.1, with the schemas that parse its requests.
 * `url` is the proxy's address, or a path of the same host.
 */
export function openApiDocument(url: string): Part {
  return {
    openapi: '3.1.1',
    info: { title: packageJson.name, version: packageJson.version },
    servers: [{ url }],
    paths: operations,
    components: {
      securitySchemes: { merchantKey: { type: 'http', scheme: 'bearer' } },
      schemas: {
        CheckoutRequest: schemaOf(CheckoutRequest, 'input'),
        ClientConfig: schemaOf(ClientConfig, 'output'),
        OrderList: schemaOf(OrderList, 'output'),
        OrderState: schemaOf(OrderState, 'output'),
        Payment: schemaOf(Payment, 'output'),
        Problem: schemaOf(Problem, 'output'),
      },
    },
  };
}

/** Returns a JSON Schema 2020-12 without `$schema`: it is OpenAPI 3.1's default dialect. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Part {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
