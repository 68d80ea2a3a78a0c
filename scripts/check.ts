import { runChecks, sourceChecks } from './checks.ts';
import { printCount } from './test-count.ts';

// The test command runs the rooms with its other tests.
const rooms = { name: 'rooms', command: 'vitest', args: ['run', 'scripts/rooms.test.ts'] };

printCount(await runChecks([...sourceChecks, rooms]));
