declare module 'virtual:solver' {
  /** The bundled text of `solver.ts` (`vite.config.ts`). */
  const text: string;
  export default text;
}
