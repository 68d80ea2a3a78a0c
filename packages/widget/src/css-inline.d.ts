declare module '*.css?inline' {
  /** The minified text of the stylesheet, put in by Vite. */
  const text: string;
  export default text;
}
