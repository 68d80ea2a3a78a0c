import { createHmac } from 'node:crypto';

function signOrder(id, amount, secret) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: id, amount, currency: 'BRL', iat: now, exp: now + 30 * 60 };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function encode(part) {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

console.log(signOrder('order-1042', 12990, process.env.ORDER_SECRET));
