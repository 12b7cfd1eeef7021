/** Saved scripts that a script imports, as the engine knows them. */
import { modulePrefix, type ScriptModule } from '../../../script/modules.ts';
import type { ScriptProblem } from '../../../script/problem.ts';
import { transpile } from './transpile.ts';

/**
 * Texts without their types, under numbers instead of their names: a name may look like a place of another script's
 * stack.
 */
export class EngineModules {
  private constructor(
    readonly modules: readonly ScriptModule[],
    readonly codes: readonly string[],
  ) {}

  /** Takes the types out of all of them; answers a problem for one that is no TypeScript. */
  static read(
    modules: readonly ScriptModule[],
  ): { readonly read: EngineModules } | { readonly problem: ScriptProblem } {
    const codes: string[] = [];
    for (const { name, text, line, column } of modules) {
      const written = transpile(text);
      if ('problem' in written) {
        const { problem } = written;
        const params = { name, line: problem.line ?? 1, text: String(problem.params['text'] ?? '') };
        return { problem: { id: 'moduleSyntax', params, line, column } };
      }
      codes.push(written.code);
    }
    return { read: new EngineModules(modules, codes) };
  }

  /** The name under which the engine asks for what an import names. */
  engineName(specifier: string): string {
    if (/^module-\d+$/.test(specifier)) return `./${specifier}`;
    if (!specifier.startsWith(modulePrefix)) return specifier;
    const name = specifier.slice(modulePrefix.length);
    const at = this.modules.findIndex((module) => module.name === name);
    return at < 0 ? specifier : `module-${at}`;
  }

  /** What the engine is given under a name of its own; null where that is no module's. */
  codeOf(engineName: string): string | null {
    const at = /^module-(\d+)$/.exec(engineName)?.[1];
    return at === undefined ? null : (this.codes[Number(at)] ?? null);
  }

  /** A name of the engine as the script knows it. */
  nameOf(engineName: string): string | null {
    const at = /^module-(\d+)$/.exec(engineName)?.[1];
    return at === undefined ? null : (this.modules[Number(at)]?.name ?? null);
  }

  /** The innermost module of a stack with its line, if nothing of the script itself lies further in. */
  placeIn(stack: string): { readonly name: string; readonly line: number } | null {
    const [, inner, line] = /(module-\d+|script\.ts):(\d+)/.exec(stack) ?? [];
    const name = inner === undefined ? null : this.nameOf(inner);
    return name === null ? null : { name, line: Number(line) };
  }
}
