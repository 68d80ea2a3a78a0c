import { main } from '../src/main.ts';
import { quick } from './quick-config.ts';

const [shortened = '{}', ...args] = process.argv.slice(2);

// The proxy's program, with the waits in its first argument, as JSON.
await main(args, { ...quick, ...JSON.parse(shortened) });
