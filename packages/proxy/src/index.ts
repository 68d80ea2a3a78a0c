export { createProxy, type CreateProxyOptions } from './app.ts';
export { readConfig, type Config } from './config/config.ts';
export { ConfigFaults } from './config/variables.ts';
export {
  cardCheckoutProxy,
  createHandler,
  type PluginOptions,
  type ProxyHandler,
} from './mount.ts';
