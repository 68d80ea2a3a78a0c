import { describe, expect, it } from 'vitest';
import { listen } from './cielo-mpi.ts';

const values = {
  Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=',
  Xid: null,
  Version: '2.2.0',
  ReferenceId: 'r-1',
};

describe('listen', () => {
  it.each([
    ['onSuccess', { ...values, Eci: '5' }, 'visa', 'authenticated'],
    ['onSuccess', { ...values, Eci: '06' }, 'visa', 'attempted'],
    ['onSuccess', { ...values, Eci: '1' }, 'mastercard', 'attempted'],
    ['onFailure', { ...values, Eci: '07' }, 'visa', 'failed'],
    ['onUnenrolled', { ...values, Eci: '07' }, 'visa', 'not_enrolled'],
    ['onUnenrolled', { ...values, Eci: '4' }, 'mastercard', 'data_only'],
    ['onDisabled', undefined, 'visa', 'disabled'],
    ['onError', { ReturnCode: 'MPI900' }, 'visa', 'error'],
    ['onUnsupportedBrand', { ReturnCode: 'MPI600' }, 'visa', 'unsupported_brand'],
    ['onChallengeSuppression', { ReturnCode: 'MPI601' }, 'visa', 'challenge_suppressed'],
  ] as const)('takes %s(%j) of %s for %s', async (name, payload, brand, status) => {
    const { answer, callbacks } = listen(brand);
    callbacks[name]?.(payload);

    expect(await answer).toMatchObject({ status });
  });

  it('believes the first callback alone', async () => {
    const { answer, callbacks } = listen('visa');
    callbacks['onFailure']?.({});
    callbacks['onSuccess']?.({ ...values, Eci: '05' });

    expect(await answer).toMatchObject({ status: 'failed' });
  });

  it('passes a code of the script on as the cause, and no message', async () => {
    const { answer, callbacks } = listen('visa');
    callbacks['onError']?.({ ReturnCode: 'Card 4000000000001000', ReturnMessage: 'no' });

    expect((await answer).cause).toBeUndefined();
  });
});
