import { expect, it } from 'vitest';
import { holdsCardNumber } from './card-number.ts';

it.each(['4000000000002701', 'no. 4000 0000 0000 2701', 'x3746-518293-04177-2', 'a36490102462661'])(
  'finds the number in %s',
  (id) => expect(holdsCardNumber(id)).toBe(true),
);

it.each([
  'order-1042',
  '20261120143000123456',
  '994000000000002701',
  'order-1795270335008',
  '40000000-0000-2701-8000-00000000000a',
  '4000000000002702',
  '1000000000000008',
])('leaves %s alone', (id) => expect(holdsCardNumber(id)).toBe(false));
