declare module 'virtual:solver' {
  /** The text of `solver.ts`, bundled by itself; put in by `vite.config.ts`. */
  const text: string;
  export default text;
}
