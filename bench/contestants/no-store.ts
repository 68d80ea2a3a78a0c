import { ForgetfulStore } from '../forgetful-store.ts';
import { pathOf } from '../server-process.ts';

type Proxy = typeof import('../../packages/proxy/src/index.ts');

/** The built proxy, as `durable` runs it. */
const { createProxy, readConfig }: Proxy = await import(pathOf('../packages/proxy/dist/index.js'));

const config = readConfig(process.env);
const store = new ForgetfulStore(config.attemptsPerOrder);
await createProxy(config, { store }).listen({ host: config.host, port: config.port });
