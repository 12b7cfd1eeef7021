/** Modules: saved scripts that other scripts import as `scripts/NAME`. Which ones a text needs, and in which order. */
import { limits } from './limits.ts';
import type { ScriptProblem, ScriptProblemId } from './problem.ts';

/** What stands before the name of a script in an import. */
export const modulePrefix = 'scripts/';

/** A name that a text imports, with the place of the import. */
export interface ScriptImport {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** A module as a run uses it. */
export interface ScriptModule {
  readonly name: string;
  /** Id of the script. */
  readonly script: string;
  readonly version: number;
  readonly text: string;
  /** Where the text that is run imports it, or the module that leads to it. */
  readonly line: number;
  readonly column: number;
}

/** What there is under a name; `owners`: whose scripts have it. */
export type FoundModule =
  | { readonly is: 'found'; readonly script: string; readonly version: number; readonly text: string }
  | { readonly is: 'missing' | 'otherCompany' }
  | { readonly is: 'several'; readonly owners: readonly string[] };

/** Modules that a text needs, each behind those that it imports itself; or why there is no such order. */
export interface ResolvedModules {
  readonly modules: readonly ScriptModule[];
  readonly problem: ScriptProblem | null;
}
export const noModules: ResolvedModules = { modules: [], problem: null };

// What each of these can pass over is bounded, or ends where the next import begins: however a text is written, it is gone
// through about once.
const remark = String.raw`\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*\n`;
const space = String.raw`(?:\s|${remark}){0,200}`;
/** What stands between `import` and `from`: names, braces, commas, and comments. */
const names = String.raw`(?:[\p{ID_Continue}\s*,$]|${remark}){0,120}?`;
const clause = String.raw`${names}(?:\{(?:[^{}'"\x60;/]|${remark})*\}${space})?`;
const declaration = new RegExp(
  String.raw`(?:import|export)(?:${space}\(${space}|${clause}\bfrom${space}|${space})(['"])scripts\/((?:(?!\1)[^\\\n])+)\1`,
  'uy',
);
const comment = /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/y;
const quoted = /(['"])(?:\\[\s\S]|(?!\1)[^\\\n])*\1?/y;
const pattern = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const word = /[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*/uy;
/** Words behind which a slash begins a pattern; behind every other one it divides. */
const beforePattern = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'do',
  'else',
  'await',
  'yield',
  'void',
]);

/** Length of what a sticky expression finds at a place; 0 = nothing. */
function lengthAt(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.exec(text)?.[0].length ?? 0;
}

/** Length of a template's text from behind its start, or behind a `}`, to its end or the next `${`. */
function templateLength(text: string, from: number): { readonly length: number; readonly isOpen: boolean } {
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '`') return { length: at + 1 - from, isOpen: false };
    else if (sign === '$' && text[at + 1] === '{') return { length: at + 2 - from, isOpen: true };
  }
  return { length: text.length - from, isOpen: false };
}

/**
 * The scripts that a text imports, in its order. What stands in comments, texts and patterns is none of them; a name that
 * is computed (`import(name)`) is not known before the run and is refused there.
 */
export function moduleImports(text: string): readonly ScriptImport[] {
  const found: ScriptImport[] = [];
  if (!text.includes(modulePrefix)) return found;
  /** For each `{` that is open whether it belongs to a template. */
  const braces: boolean[] = [];
  let previous = '';
  let at = 0;
  let [line, lineStart] = [1, 0];
  const place = (of: number) => {
    for (let end = text.indexOf('\n', lineStart); end >= 0 && end < of; end = text.indexOf('\n', lineStart)) {
      line += 1;
      lineStart = end + 1;
    }
    return { line, column: of - lineStart + 1 };
  };
  const template = (from: number) => {
    const { length, isOpen } = templateLength(text, from);
    if (isOpen) braces.push(true);
    previous = isOpen ? '{' : '`';
    at = from + length;
  };
  while (at < text.length) {
    const sign = text[at] ?? '';
    const passed =
      lengthAt(comment, text, at) || (sign === '"' || sign === "'" ? lengthAt(quoted, text, at) : 0);
    if (passed > 0) {
      if (sign !== '/') previous = sign;
      at += passed;
    } else if (sign === '`') template(at + 1);
    else if (sign === '}' && braces.pop() === true) template(at + 1);
    else if (sign === '/' && !/[\p{ID_Continue}$)\]}'"`]$/u.test(previous)) {
      at += Math.max(1, lengthAt(pattern, text, at));
      previous = '"';
    } else {
      const length = lengthAt(word, text, at);
      const named = text.slice(at, at + length);
      if ((named === 'import' || named === 'export') && previous !== '.') {
        declaration.lastIndex = at;
        const name = declaration.exec(text)?.[2];
        if (name !== undefined) found.push({ name, ...place(at) });
      }
      if (sign === '{') braces.push(false);
      if (length > 0) previous = beforePattern.has(named) ? '(' : named;
      else if (sign.trim() !== '') previous = sign;
      at += Math.max(1, length);
    }
  }
  return found;
}

/** Why an import cannot be resolved. */
class Unresolved extends Error {
  constructor(
    readonly id: ScriptProblemId,
    readonly params: ScriptProblem['params'],
  ) {
    super(id);
  }
}
const problems = {
  missing: 'moduleMissing',
  otherCompany: 'moduleOther',
  several: 'moduleSeveral',
} as const satisfies Record<Exclude<FoundModule['is'], 'found'>, ScriptProblemId>;

/**
 * Finds what a text imports, and what that imports, each once.
 * @param find what the one who runs the text sees under a name
 * @returns the modules in the order in which they are evaluated; a problem stands at the import of the text that leads
 *   to it, with the names on the way there
 */
export async function resolveModules(
  text: string,
  find: (name: string) => Promise<FoundModule>,
): Promise<ResolvedModules> {
  const modules: ScriptModule[] = [];
  const known = new Set<string>();
  let characters = 0;
  const take = async (name: string, path: readonly string[], place: ScriptImport): Promise<void> => {
    const way = [...path, name];
    const said = way.join(' → ');
    if (path.includes(name)) throw new Unresolved('moduleCircle', { name: said });
    if (known.has(name)) return;
    if (known.size >= limits.modules) throw new Unresolved('modulesMany', { limit: limits.modules });
    const module = await find(name);
    if (module.is !== 'found') {
      const owners = module.is === 'several' ? { owners: module.owners.join(', ') } : {};
      throw new Unresolved(problems[module.is], { name: said, ...owners });
    }
    known.add(name);
    characters += module.text.length;
    if (characters > limits.moduleText) throw new Unresolved('modulesLarge', { limit: limits.moduleText });
    for (const own of moduleImports(module.text)) await take(own.name, way, place);
    const { script, version } = module;
    modules.push({ name, script, version, text: module.text, line: place.line, column: place.column });
  };
  for (const place of moduleImports(text)) {
    try {
      await take(place.name, [], place);
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      const { id, params } = error;
      return { modules: [], problem: { id, params, line: place.line, column: place.column } };
    }
  }
  return { modules, problem: null };
}
