import { transform } from 'sucrase';
import type { ScriptProblem } from '../../../script/problem.ts';

/** Takes the types out of a script; lines stay. Answers what ran instead, or why it is no TypeScript. */
export function transpile(text: string): { readonly code: string } | { readonly problem: ScriptProblem } {
  try {
    return { code: transform(text, { transforms: ['typescript'], disableESTransforms: true }).code };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const place = /\((\d+):(\d+)\)\s*$/.exec(said);
    const words = said.replace(/^Error transforming [^:]*: /, '').replace(/\s*\(\d+:\d+\)\s*$/, '');
    return {
      problem: {
        id: 'syntax',
        params: { text: words.slice(0, 200) },
        line: place === null ? null : Number(place[1]),
        column: place === null ? null : Number(place[2]),
      },
    };
  }
}
