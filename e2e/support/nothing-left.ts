import { expect } from '@playwright/test';
import type { CheckoutPage } from './checkout-page.ts';

/** Expects that nothing of the authentication is left, whatever became of it. */
export async function expectNothingLeft({ page, element }: CheckoutPage): Promise<void> {
  await expect(element.locator('dialog, iframe')).toHaveCount(0);
  await expect(page.locator('iframe, [class^=bpmpi_]')).toHaveCount(0);
}
