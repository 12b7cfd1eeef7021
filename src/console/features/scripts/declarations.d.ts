/** The exports of a module as the text of their declarations (vite.config). */
declare module '*?declarations' {
  const text: string;
  export default text;
}
