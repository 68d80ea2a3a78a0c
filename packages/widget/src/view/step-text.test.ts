import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { form as ptBR } from '../locales/pt-br.json';
import type { CheckoutStep } from '../checkout/checkout-state.ts';
import { StepText } from './step-text.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows the words of a step for a second, and then those of the step that runs by now', () => {
  const requestUpdate = vi.fn<() => void>();
  const controllers = { addController() {}, removeController() {} };
  const text = new StepText({
    ...controllers,
    requestUpdate,
    updateComplete: Promise.resolve(true),
  });
  const during = (step: CheckoutStep) =>
    text.during({ status: 'paying', step }, ptBR.steps[step], ptBR);

  expect(during('fraud')).toBe(ptBR.steps.fraud);
  vi.advanceTimersByTime(400);
  expect(during('token')).toBe(ptBR.steps.fraud);
  vi.advanceTimersByTime(400);
  expect(during('submit')).toBe(ptBR.steps.fraud);
  expect(requestUpdate).not.toHaveBeenCalled();

  vi.advanceTimersByTime(200);
  expect(requestUpdate).toHaveBeenCalledOnce();
  expect(during('submit')).toBe(ptBR.steps.submit);
});
