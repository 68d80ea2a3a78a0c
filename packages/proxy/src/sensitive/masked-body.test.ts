import { CheckoutRequest } from '@card-checkout/contract';
import { describe, expect, it } from 'vitest';
import { card as anyCard } from '@card-checkout/testing/checkout-request';
import { maskedBody } from './masked-body.ts';

const card = { ...anyCard, holder: 'JOANA CANARIA', expiry: '2031-07', securityCode: '987' };
const payer = { docType: 'cpf', document: '52998224725', email: 'joana@example.com' };
const threeDSecure = { Cavv: 'canaryCavv+/8AAA==', Eci: '05', Version: '2.2.0' };
const request = CheckoutRequest.parse({ order: 'x', card, payer, threeDSecure });

const digits = Array.from(card.number);
const groups = card.number.match(/..../g) ?? [];
const json = JSON.stringify({ card, payer, threeDSecure });
const secret = /CANARIA|2031|(?<!\d)987(?!\d)|canaryCavv|4000\D*0000|52998224725|hunter2/i;

describe('maskedBody', () => {
  it.each([
    ['JSON', json],
    ['JSON within JSON', JSON.stringify(JSON.stringify({ json }))],
    ['a URL', encodeURIComponent(json)],
    ['a URL within a URL', encodeURIComponent(encodeURIComponent(json))],
    ['Base64', Buffer.from(json).toString('base64')],
    ['Base64 in a path', `/${Buffer.from(json).toString('base64url')}`],
    ['a form', new URLSearchParams({ number: card.number, a: card.holder, b: '987' }).toString()],
    ['XML', `<cvv>987</cvv><password>hunter2</password><expiryYear>2031</expiryYear>`],
    ['two spaces', groups.join('  ')],
    ['dashes', groups.join('–')],
    ['fixed spaces', groups.join('&nbsp;')],
    ['spaces of a form', groups.join('+')],
    ['spaces of a URL', groups.join('%20')],
    ['spaces of JSON', groups.join(String.raw`\u0020`)],
    ['lines', groups.join('\r\n')],
    ['a list of groups', JSON.stringify(groups)],
    ['a list of digits', JSON.stringify(digits)],
    ['escaped digits', digits.map((digit) => String.raw`\u003${digit}`).join('')],
    ['entities', digits.map((digit) => `&#${digit.charCodeAt(0)};`).join('')],
    ['other secrets', 'postgres://app:hunter2@db/x Authorization: Token hunter2'],
  ])('leaves no secret in %s', (_name, text) => {
    const shown = maskedBody(text, request);
    const plain = [shown, decodeURIComponent(shown), Buffer.from(shown, 'base64').toString()];
    for (const reading of plain) expect(reading).not.toMatch(secret);
    expect(shown.replaceAll(/[^\d]/g, '')).not.toContain(card.number);
    expect(shown).toMatch(/\[(?:secret|digits)\]/);
  });

  it.each(["JOÃO D'ÁVILA-SOUZA (JR.)", 'ANA+MARIA  *DIAS*', 'A. B. C/D'])(
    'leaves nothing of the holder %s',
    (holder) => {
      const own = { ...request, card: { ...request.card, holder } };
      const form = new URLSearchParams({ who: holder }).toString();

      for (const text of [`{"who":"${holder}"}`, `to ${holder.toLowerCase()}!`, form])
        expect(maskedBody(text, own)).toMatch(/^(\{"who":"|to |who=)\[secret\](!|"\})?$/);
    },
  );

  it('hides a proof that is an id', () => {
    const own = { ...request, threeDSecure: { ReferenceId: '3DS_15CB7893' } };

    expect(maskedBody('refused 3DS_15CB7893, AAAA', own)).toBe('refused [secret], AAAA');
  });

  it('hides a holder without the sign in front', () => {
    const own = { ...request, card: { ...request.card, holder: '+JO CANARIA' } };

    expect(maskedBody('{"who":"JO CANARIA"}', own)).toBe('{"who":"[secret]"}');
  });

  it.each([
    ['until 07/31, 07 / 2031, 2031-07 or 31.07', 'until [secret], [secret], [secret] or [secret]'],
    ['until 08/31, 107/31, 07/310', 'until 08/31, 107/31, 07/310'],
    ['proof canaryCavv+/8AAA', 'proof [secret]'],
    [`pan ${Buffer.from(card.number).toString('base64')}`, 'pan [secret]=='],
    ['postgres://app:hunter2@db/x', 'postgres://app:[secret]@db/x'],
    ['trace 3f2504e04f8911d39a0cabcdefabcdef', 'trace 3f2504e04f8911d39a0cabcdefabcdef'],
  ])('makes of "%s" "%s"', (text, shown) => {
    expect(maskedBody(text, request)).toBe(shown);
  });

  it.each([
    ['ANA', 'to [secret]!'],
    ['JO', 'to JO!'],
  ])('hides a holder of three letters or more, also without a proof: %s', (holder, shown) => {
    const own = { ...request, card: { ...request.card, holder }, threeDSecure: undefined };

    expect(maskedBody(`to ${holder}!`, own)).toBe(shown);
  });

  it('keeps what helps to find the cause', () => {
    const text =
      '{"error":"Transa\\u00e7\\u00e3o 81234 falhou","at":"2026-11-20T12:00:00Z","amount":12990}';
    expect(maskedBody(text, request)).toBe(
      '{"error":"Transação 81234 falhou","at":"2026-11-20T12:00:00Z","amount":12990}',
    );
  });
});
