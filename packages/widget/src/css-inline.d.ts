declare module '*.css?inline' {
  /** The minified text of the stylesheet, from Vite. */
  const text: string;
  export default text;
}
