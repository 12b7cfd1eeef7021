declare const __VERSION__: string | undefined;
/** package.json's version, put in by the build. */
export const version = typeof __VERSION__ === 'string' ? __VERSION__ : '1.10.0';
