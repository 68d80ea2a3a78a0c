import type { FraudProfile } from '../../fraud/fraud-adapter.ts';
import { fraudPresets } from '../../fraud/presets.ts';
import type { FraudAnswer, FraudMessage } from '../port.ts';

/** The profiles that run in this page, by the script's address without the session's id. */
const running = new Map<string, Promise<FraudProfile | undefined>>();

/** How long the frame's payment waits for a complete profile. */
const completeTimeoutMs = 4_000;

/** Loads the fraud script into the page, or completes its profile. Returns the answer for the frame. */
export async function runFraudScript(
  { id, stage, scriptUrl, options, sessionId }: FraudMessage,
  nonce: string | undefined,
): Promise<FraudAnswer> {
  const address = scriptUrl.replaceAll(sessionId, '');
  const start = async (): Promise<FraudProfile | undefined> => {
    const settings = { scriptUrl, sessionId, nonce, options: new Map(Object.entries(options)) };
    return fraudPresets.get(options['preset'] ?? 'generic')?.start(settings);
  };
  try {
    const starting = running.get(address) ?? start();
    running.set(address, starting);
    const profile = await starting;
    await profile?.loaded;
    if (stage === 'complete') await profile?.complete?.(AbortSignal.timeout(completeTimeoutMs));
    return { type: 'fraud', id, isDone: profile !== undefined, reference: profile?.reference() };
  } catch {
    running.delete(address);
    return { type: 'fraud', id, isDone: false, reference: undefined };
  }
}
