/** Says in one sentence why the store can't be opened; the message never holds a password. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
}
