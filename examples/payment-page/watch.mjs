// Compares a page's scripts and security headers with those that you approved (PCI DSS 11.6.1).
// npm install @playwright/test && npx playwright install chromium
// node watch.mjs https://shop.example/checkout/order-1042 approved.json
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const [address, approvedFile] = process.argv.slice(2);
const headers = [
  'content-security-policy',
  'content-security-policy-report-only',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];
// Vendors change their scripts without notice: recorded by origin, not by hash.
const vendors = new Set(['https://fraud.example']);

const browser = await chromium.launch();
const page = await browser.newPage();
const answers = [];
page.on('response', (answer) => answers.push(answer));
const answer = await page.goto(address, { waitUntil: 'networkidle' });

const seen = { status: answer.status() };
for (const name of headers) {
  const value = (await answer.headerValue(name)) ?? 'none';
  seen[`header ${name}`] = value.replaceAll(/'nonce-[^']+'/g, "'nonce-…'");
}
for (const script of answers) {
  if (script.request().resourceType() !== 'script') continue;
  const { origin, pathname } = new URL(script.url());
  if (vendors.has(origin)) seen[`scripts of ${origin}`] = 'the vendor’s';
  else seen[`script ${origin}${pathname}`] = sha384(await script.body());
}
for (const text of await page.locator('script:not([src])').allTextContents()) {
  seen[`inline script ${sha384(text)}`] = 'inline';
}
await browser.close();

if (existsSync(approvedFile)) compare(JSON.parse(readFileSync(approvedFile, 'utf8')));
else writeFileSync(approvedFile, JSON.stringify(seen, null, 2));

function compare(approved) {
  for (const name of Object.keys({ ...approved, ...seen })) {
    if (approved[name] === seen[name]) continue;
    console.error(`${name}\n  approved: ${approved[name]}\n  received: ${seen[name]}`);
    process.exitCode = 1;
  }
}

function sha384(content) {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
