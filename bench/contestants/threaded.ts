import { pathOf } from '../server-process.ts';
import { ThreadedStore } from '../threaded-store.ts';

type Proxy = typeof import('../../packages/proxy/src/index.ts');

/** The built proxy, as `durable` runs it. */
const { createProxy, readConfig }: Proxy = await import(pathOf('../packages/proxy/dist/index.js'));

const config = readConfig(process.env);
const { database } = config;
const store = new ThreadedStore(database.kind === 'sqlite' ? database.path : ':memory:');
await createProxy(config, { store }).listen({ host: config.host, port: config.port });
