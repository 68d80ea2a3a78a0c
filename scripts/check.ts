import { runChecks, sourceChecks } from './checks.ts';
import { printCount } from './test-count.ts';

// The test command runs the rooms with its other tests.
const rooms = ['rooms', 'vitest run scripts/rooms.test.ts'] as const;

printCount(await runChecks([...sourceChecks, rooms]));
