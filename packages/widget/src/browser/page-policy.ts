import { mistakeIn, tell, type Mistake } from './mistakes.ts';

/** The origins that the element needs, and how the page's policy blocks them. */
const needed = new Map<string, Mistake | undefined>();

/** Tells the developer if the page's Content Security Policy blocks a request to one of these. */
export function watchPolicy(...urls: readonly string[]): void {
  if (needed.size === 0) document.addEventListener('securitypolicyviolation', noteViolation);
  need(...urls);
}

/** Says that the element needs these addresses. */
export function need(...urls: readonly string[]): void {
  for (const url of urls) if (!needed.has(originOf(url))) needed.set(originOf(url), undefined);
}

/** Tells the developer of everything that a policy blocks in a document of ours. */
export function watchPolicyOf(document: Document): void {
  document.addEventListener('securitypolicyviolation', tellViolation);
}

/** Returns how the page's policy has blocked a request to the origin of `url`, if it has. */
export function violationAt(url: string): Mistake | undefined {
  return needed.get(originOf(url));
}

/** Tells the developer of a violation that blocks what the element needs. */
export function noteViolation(event: SecurityPolicyViolationEvent): void {
  const origin = originOf(event.blockedURI);
  if (needed.has(origin)) needed.set(origin, tellViolation(event));
}

function tellViolation(event: SecurityPolicyViolationEvent): Mistake | undefined {
  const { blockedURI, disposition, effectiveDirective } = event;
  const origin = originOf(blockedURI);
  if (origin === '' || disposition !== 'enforce') return undefined;
  const mistake = mistakeIn.policy(origin, effectiveDirective.replace('-elem', ''));
  tell(mistake);
  return mistake;
}

/** Returns the origin of an address; empty for `inline` and other words of a violation. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
