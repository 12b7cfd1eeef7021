/** package.json's version, put in by the build. */
declare const __VERSION__: string;
/** Words of the page's own script, by language (shell/start-up.ts). */
declare const __START_WORDS__: Readonly<
  Record<string, { readonly title: string; readonly text: string; readonly again: string } | undefined>
>;
