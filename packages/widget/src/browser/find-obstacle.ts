import { pause } from './deadline.ts';
import { mistakeIn, type Mistake } from './mistakes.ts';
import { violationAt } from './page-policy.ts';

/** How long each question to the proxy may take. */
const questionTimeoutMs = 3_000;

/** How much later than it refuses a request a browser may report the violation of a policy. */
const reportMs = 50;

/** What the proxy answers to pages of the shop, and what it answers to every page. */
const [forShop, forAll] = ['/api/config', '/widget/integrity.json'];

/** Finds out why the page gets nothing from the proxy at `url`; undefined if it gets something now. */
export async function findObstacle(url: string, life: AbortSignal): Promise<Mistake | undefined> {
  const ask = async (path: string, mode: RequestMode = 'cors'): Promise<Response | undefined> => {
    const signal = AbortSignal.any([life, AbortSignal.timeout(questionTimeoutMs)]);
    const init = { mode, signal, credentials: 'omit', cache: 'no-store' } as const;
    return fetch(`${url}${path}`, init).catch(() => undefined);
  };
  const [shown, published, anything] = await Promise.all([
    ask(forShop),
    ask(forAll),
    ask('/', 'no-cors'),
  ]);
  if (isGiven(shown)) return undefined;
  await pause(reportMs, life);
  const violation = violationAt(url);
  if (violation) return violation;
  if (isGiven(published)) return mistakeIn.origin();
  if (shown && !shown.ok) return mistakeIn.status(url, forShop, shown.status);
  return shown || published || anything ? mistakeIn.stranger(url) : mistakeIn.silence(url);
}

/** Whether a question was answered with JSON: some servers give their start page for every address. */
function isGiven(answer: Response | undefined): boolean {
  return answer?.ok === true && String(answer.headers.get('Content-Type')).includes('json');
}
