import type { FraudProfile } from '../fraud/adapter.ts';
import type { FraudMessage } from './frame-messages.ts';
import { loadExplain } from './load-explain.ts';
import type { PageMessage } from './page-messages.ts';

/** The profiles that run in this page, by the script's address without the session's id. */
const running = new Map<string, Promise<FraudProfile | undefined>>();

/** Loads the fraud script into the page, or completes its profile, and returns what to tell the frame. */
export async function runFraudScript(
  { id, stage, scriptUrl, options, sessionId }: FraudMessage,
  nonce: string | undefined,
): Promise<PageMessage> {
  const address = scriptUrl.replaceAll(sessionId, '');
  void loadExplain().then((late) => late?.need(address));
  const start = async (): Promise<FraudProfile | undefined> => {
    const { fraudPresets } = await import('../fraud/presets.ts');
    const settings = { scriptUrl, sessionId, nonce, options: new Map(Object.entries(options)) };
    return fraudPresets.get(options['preset'] ?? 'generic')?.start(settings);
  };
  try {
    const starting = running.get(address) ?? start();
    running.set(address, starting);
    const profile = await starting;
    await profile?.loaded;
    // The frame waits as long as a payment does.
    if (stage === 'complete') await profile?.complete?.(AbortSignal.timeout(completeTimeoutMs));
    return { type: 'fraud', id, isDone: profile !== undefined, reference: profile?.reference() };
  } catch {
    running.delete(address);
    return { type: 'fraud', id, isDone: false, reference: undefined };
  }
}

const completeTimeoutMs = 4_000;
