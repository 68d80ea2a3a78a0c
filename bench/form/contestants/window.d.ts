/** What a bundle leaves behind for the benchmark. */
interface Window {
  /** Builds the form in `#form` as far as it gets without an account. */
  startForm: () => Promise<void>;
}
