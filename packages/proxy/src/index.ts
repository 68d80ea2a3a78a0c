export {
  cardCheckoutProxy,
  createProxy,
  type CreateProxyOptions,
  type ProxyOptions,
} from './app.ts';
export { ConfigFaults, readConfig, type Config } from './config.ts';
export { signOrder, type OrderToSign } from './order.ts';
