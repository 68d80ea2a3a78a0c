import { renderUnicodeCompact } from 'uqr';
import { startOwnProxy } from './own-proxy.ts';
import { proxyEnvFile } from './proxy-environment.ts';
import { startSandbox } from './sandbox.ts';
import { readSettings } from './settings.ts';
import { trust } from './web/lan.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

export async function main(): Promise<void> {
  try {
    await start();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The sandbox can’t start: ${reason}\n`);
    process.exit(1);
  }
}

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const { lan, ownProxy, proxyUrl } = settings;
  if (lan) trust(lan.cert);
  const { urls, stop } = await startSandbox(settings);
  const proxy = ownProxy && (await startOwnProxy(settings, ownProxy.port, urls));
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(
      signal,
      () => void Promise.all([stop(), proxy?.stop()]).then(() => process.exit(0)),
    );
  if (lan) say(`\n${renderUnicodeCompact(urls.shop)}`);
  say(`
Shop    ${urls.shop}  pay here: click a scenario to copy it; the bank's code is 1234
Looks   ${urls.shop}/looks  every state and part of the form, with CSS to copy
Proxy   ${proxyUrl}  takes the payments and holds the API token${ownProxy ? '' : ' (not started here)'}
Ledger  ${urls.payments}/_sandbox/ledger  what the fake payments API charged`);
  if (lan) say('Phone   scan the code above and accept the certificate warning');
  else say('Phone   start the sandbox with LAN_HOST=auto');
  if (ownProxy) say(`Own     to use your own proxy, start the sandbox with PROXY_URL=${proxyUrl}`);
  else say(`\nSave this as proxy.env for your own proxy:\n\n${proxyEnvFile(settings, urls)}\n`);
  say(`Stop    Ctrl-C\n\nsandbox ready: open ${urls.shop}`);
}
