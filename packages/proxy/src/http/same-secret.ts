import { hash, timingSafeEqual } from 'node:crypto';

/** Whether two texts are equal; takes the same time wherever they differ, whatever their lengths. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(secret));
}

function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
