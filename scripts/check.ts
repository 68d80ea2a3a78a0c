import { runChecks, sourceChecks } from './checks.ts';
import { printCount } from './test-count.ts';

// The test command runs this test with the others.
const imports = ['imports between modules', 'vitest run scripts/modules.test.ts'] as const;

printCount(await runChecks([...sourceChecks, imports]));
