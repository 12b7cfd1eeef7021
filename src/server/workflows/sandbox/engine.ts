/** One script in one fresh QuickJS: a WebAssembly memory of its own with a hard bound, thrown away with its worker. */
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';
import { deviceActions, groups, kinds, rtu } from '../../../catalogue/index.ts';
import type { GuestStart } from '../../../script/guest/start.ts';
import { limits } from '../../../script/limits.ts';
import { modulePrefix, type ScriptModule } from '../../../script/modules.ts';
import { isScriptProblem, type ScriptProblem } from '../../../script/problem.ts';
import { RefusedMessage } from './border.ts';
import { guestCode } from './guest.ts';
import type { ScriptStatus, Start, Turn } from './messages.ts';
import { EngineModules } from './modules.ts';
import { positionIn, scriptName } from './position.ts';
import { Recorder } from './recorder.ts';
import { transpile } from './transpile.ts';

/** Pages of 64 KB: 16 MB to begin with, 64 MB at most. */
const memory = { initial: 256, maximum: 1024 } as const;
const guestStack = 256 * 1024;
/** Small jobs of promises that are about as much work as lies between two interrupts: none comes while they run. */
const jobsTogether = 200;

/** Who has a group, or takes an action: 'rtu', or the ids of sensor kinds. */
function ownersOf(of: 'groups' | 'actions', names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      (rtu[of] as readonly string[]).includes(name)
        ? ['rtu']
        : kinds.filter((kind) => (kind[of] as readonly string[]).includes(name)).map(({ id }) => id),
    ]),
  );
}
const known = {
  groups: ownersOf('groups', [...new Set([...rtu.groups, ...kinds.flatMap((kind) => kind.groups)])]),
  actions: ownersOf(
    'actions',
    deviceActions.map(({ id }) => id),
  ),
  parameters: Object.fromEntries(
    Object.values(groups).map(({ id, fields }) => [
      id,
      fields.map((field) => ({
        id: field.id,
        own: field.own ?? null,
        stranding: field.stranding === true,
        reported: field.type !== 'secret',
        settable: field.readOnly !== true,
      })),
    ]),
  ),
};

const nowhere = { line: null, column: null } as const;
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly id?: unknown;
  readonly params?: unknown;
}
const scalars = (params: unknown): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(typeof params === 'object' && params !== null ? params : {})
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .slice(0, 6)
      .map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, 200) : value]),
  );

export class Engine {
  readonly #recorder: Recorder;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #ran: string;
  readonly #memory: WebAssembly.Memory;
  #settle: QuickJSHandle | null = null;
  #ended: QuickJSHandle | null = null;
  #failed: ScriptProblem | null = null;
  #imported = '';
  #deadline = 0;
  /** Interrupts so far, and how many there may be by the end of this turn. */
  #worked = 0;
  #budget = 0;
  #outOfTime = false;
  #halted = false;
  /** Which module is being evaluated: it may say nothing to the host meanwhile. Null = none. */
  #imports: ScriptModule | null = null;

  private constructor(
    readonly start: Start,
    ran: string,
    guest: string,
    readonly modules: EngineModules,
    runtime: QuickJSRuntime,
    wasmMemory: WebAssembly.Memory,
  ) {
    this.#memory = wasmMemory;
    this.#ran = ran;
    this.#recorder = new Recorder(start.mode);
    this.#runtime = runtime;
    runtime.setMaxStackSize(guestStack);
    runtime.setInterruptHandler(() => this.#interrupts());
    runtime.setModuleLoader(
      (name) => {
        const code = name === 'groundwatch' ? guest : modules.codeOf(name);
        if (code !== null) return code;
        this.#imported = name;
        return { error: new Error(`there is no module "${name}"`) };
      },
      (_from, name) => modules.engineName(name),
    );
    this.#context = runtime.newContext();
  }

  /** Compiles the script; answers its first turn beside it. */
  static async begin(start: Start): Promise<{ readonly engine: Engine | null; readonly turn: Turn }> {
    const written = transpile(start.text);
    if ('problem' in written) return { engine: null, turn: failedTurn(written.problem) };
    const modules = EngineModules.read(start.modules ?? []);
    if ('problem' in modules) return { engine: null, turn: failedTurn(modules.problem) };
    const wasmMemory = new WebAssembly.Memory(memory);
    const module = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
    const runtime = module.newRuntime();
    const engine = new Engine(start, written.code, await guestCode(), modules.read, runtime, wasmMemory);
    return { engine, turn: engine.#turn(() => engine.#evaluate()) };
  }

  /** Gives the guest the answer to one call. */
  answer(text: string): Turn {
    return this.#turn(() => {
      if (this.#settle === null) return;
      const handle = this.#context.newString(text);
      const result = this.#context.callFunction(this.#settle, this.#context.undefined, handle);
      handle.dispose();
      if (result.error) this.#fail(result.error);
      else result.value.dispose();
    });
  }

  #interrupts(): boolean {
    if (this.#halted || (this.start.mode === 'declare' && this.#recorder.declared)) return true;
    this.#worked += 1;
    return this.#isOutOfTime();
  }

  #isOutOfTime(): boolean {
    this.#outOfTime ||= this.#worked > this.#budget || performance.now() > this.#deadline;
    return this.#outOfTime;
  }

  #turn(work: () => void): Turn {
    const budget = this.start.mode === 'declare' ? limits.declare : limits.turn;
    this.#budget = Math.min(this.#worked + budget, limits.compute);
    this.#deadline = performance.now() + limits.turnTime;
    try {
      work();
      this.#drain();
    } catch (error) {
      // The engine itself gave up: its memory is full, or ours is.
      this.#failed ??= { id: memoryOrSandbox(error), params: {}, ...nowhere };
    }
    return { acts: this.#recorder.take(), more: this.#more(), standing: this.#standing() };
  }

  /** Lines that were not kept, by both counts. */
  #more(): number {
    if (this.#settle === null || this.#failed?.id === 'sandbox') return this.#recorder.more;
    const counter = this.#context.getProp(this.#settle, 'more');
    const result = this.#context.callFunction(counter, this.#context.undefined);
    counter.dispose();
    if (result.error) {
      result.error.dispose();
      return this.#recorder.more;
    }
    const counted = this.#context.getNumber(result.value);
    result.value.dispose();
    return this.#recorder.more + (Number.isSafeInteger(counted) ? counted : 0);
  }

  #standing(): ScriptStatus {
    if (this.start.mode === 'declare' && this.#recorder.declared) return { is: 'done' };
    if (this.#outOfTime && this.#failed?.id !== 'time') {
      this.#failed = { ...(this.#failed ?? nowhere), id: 'time', params: {} };
    }
    if (this.#failed !== null) return { is: 'failed', problem: this.#failed };
    if (this.#ended === null) return { is: 'done' };
    const state = this.#context.getPromiseState(this.#ended);
    if (state.type === 'pending') return { is: 'waits' };
    if (state.type === 'fulfilled') return { is: 'done' };
    this.#fail(state.error);
    return { is: 'failed', problem: this.#failed ?? { id: 'thrown', params: { text: '' }, ...nowhere } };
  }

  #evaluate(): void {
    const context = this.#context;
    const host = context.newFunction('host', (handle) => context.newString(this.#hear(handle)));
    context.setProp(context.global, '__host', host);
    host.dispose();
    const listen = context.newFunction('listen', (settle) => {
      this.#settle = settle.dup();
    });
    context.setProp(context.global, '__listen', listen);
    listen.dispose();
    const { at, seed, args, mode, language } = this.start;
    const given: GuestStart = {
      at,
      seed,
      args,
      language,
      ...known,
      declaring: mode === 'declare',
      rows: limits.tableRows,
      columns: limits.tableColumns,
      cell: limits.tableCell,
    };
    const text = context.newString(JSON.stringify(given));
    context.setProp(context.global, '__start', text);
    text.dispose();
    context.unwrapResult(context.evalCode('import "groundwatch";', 'begin', { type: 'module' })).dispose();
    if (this.#settle === null) throw new Error('the guest did not begin');
    if (!this.#evaluateModules()) return;
    const result = context.evalCode(this.#ran, scriptName, { type: 'module' });
    if (result.error) this.#fail(result.error);
    else this.#ended = result.value;
  }

  /**
   * Evaluates what the script imports before the script itself, one by one, so that it is known which module does
   * something it may not. False where the script cannot begin.
   */
  #evaluateModules(): boolean {
    const context = this.#context;
    for (const module of this.modules.modules) {
      this.#imports = module;
      const code = `import ${JSON.stringify(`${modulePrefix}${module.name}`)};`;
      const result = context.evalCode(code, 'modules', { type: 'module' });
      if (result.error) this.#fail(result.error);
      else {
        this.#drain();
        const state = context.getPromiseState(result.value);
        if (state.type === 'rejected') this.#fail(state.error);
        else if (state.type === 'pending' && !this.#outOfTime) this.#failed ??= this.#acts(module);
        result.value.dispose();
      }
      if (this.#failed !== null || this.#outOfTime) return false;
    }
    this.#imports = null;
    return true;
  }

  #acts({ name, line, column }: ScriptModule): ScriptProblem {
    return { id: 'moduleActs', params: { name }, line, column };
  }

  /** Empty = taken in; else why not, for the guest to throw. */
  #hear(handle: QuickJSHandle): string {
    try {
      if (this.#imports !== null) {
        const { id, params } = this.#acts(this.#imports);
        return JSON.stringify({ id, params, text: 'a module only declares while it is imported' });
      }
      const text = this.#context.getString(handle);
      this.#recorder.hear(text);
      return this.#recorder.full && text.startsWith('{"op":"log"') ? 'full' : '';
    } catch (error) {
      if (!(error instanceof RefusedMessage)) throw error;
      return JSON.stringify({ id: error.id, params: error.params, text: error.message });
    }
  }

  #drain(): void {
    while (this.#failed === null && this.#runtime.hasPendingJob()) {
      const result = this.#runtime.executePendingJobs(jobsTogether);
      if (result.error) this.#fail(result.error);
      else {
        this.#worked += 1;
        if (this.#isOutOfTime()) return;
      }
    }
  }

  #fail(handle: QuickJSHandle): void {
    const thrown: unknown = this.#context.dump(handle);
    handle.dispose();
    this.#failed ??= this.#problem(thrown);
    this.#halted = true;
  }

  #problem(thrown: unknown): ScriptProblem {
    const error: Thrown =
      typeof thrown === 'object' && thrown !== null ? thrown : { message: String(thrown) };
    // With its memory full the engine cannot even make the error that says so.
    if (thrown === null && this.#memory.buffer.byteLength >= memory.maximum * 65_536 * 0.9)
      return { id: 'memory', params: {}, ...nowhere };
    const message = String(error.message ?? '').slice(0, 500);
    const stack = typeof error.stack === 'string' ? error.stack : '';
    const place = this.#place(stack, message);
    if (error.name === 'InternalError' && /^(out of memory|string too long)/.test(message))
      return { id: 'memory', params: {}, ...place };
    if (error.name === 'RangeError' && message.startsWith('Maximum call stack'))
      return { id: 'stack', params: {}, ...place };
    const missing = /^Could not find export '(.*)' in module '(module-\d+)'/.exec(message);
    const from = this.modules.nameOf(missing?.[2] ?? '');
    if (missing !== null && from !== null)
      return { id: 'moduleExport', params: { name: from, field: missing[1] ?? '' }, ...place };
    const inner = this.modules.placeIn(stack);
    if (error.name === 'SyntaxError' && this.#imports !== null) {
      const { name } = this.#imports;
      return { id: 'moduleSyntax', params: { name, line: inner?.line ?? 1, text: message }, ...place };
    }
    if (error.name === 'SyntaxError' && this.#ended === null)
      return { id: 'syntax', params: { text: message }, ...place };
    if (this.#imported !== '' && message.startsWith('there is no module'))
      return { id: 'import', params: { name: this.#imported.slice(0, 120) }, ...this.#importPlace(place) };
    if (error.name === 'ScriptError' && isScriptProblem(error.id))
      return { id: error.id, params: scalars(error.params), ...place };
    const name = typeof error.name === 'string' && error.name !== 'Error' ? `${error.name}: ` : '';
    const where = inner === null ? '' : ` (${modulePrefix}${inner.name}:${inner.line})`;
    const text = `${`${name}${message}`.slice(0, 500 - where.length)}${where}`;
    if (inner !== null) return { id: 'thrown', params: { text }, ...place };
    return { id: 'thrown', params: { text }, ...(this.#namePlace(message, place.line) ?? place) };
  }

  /** In the script's own text: what goes wrong while a module is imported stands at its import. */
  #place(stack: string, message: string) {
    const place = positionIn(stack, this.start.text, this.#ran);
    if (place.line !== null) return place;
    const missing = this.modules.nameOf(/in module '(module-\d+)'/.exec(message)?.[1] ?? '');
    const module = this.#imports ?? this.modules.modules.find(({ name }) => name === missing);
    return module === undefined ? place : { line: module.line, column: module.column };
  }

  /** The engine places what is no call at whatever it called last: the name is looked for from there on. */
  #namePlace(message: string, from: number | null) {
    const unknown = /^([\w$]+) is not defined$/.exec(message)?.[1];
    const property = /^cannot (?:read|set) property '([\w$]+)' of (?:null|undefined)$/.exec(message)?.[1];
    const name = (unknown ?? property)?.replaceAll('$', '\\$');
    if (name === undefined) return null;
    const before = property === undefined ? `(?<![\\w$.'"])` : `(?<=[.{,\\['"]\\s*)`;
    const pattern = new RegExp(`${before}${name}(?![\\w$])`);
    const lines = this.start.text.split('\n');
    for (let line = from ?? 1; line <= lines.length; line++) {
      const column = lines[line - 1]?.replace(/\/\/.*$/, '').search(pattern) ?? -1;
      if (column >= 0) return { line, column: column + 1 };
    }
    return null;
  }

  /** An import that fails has no stack: the line that names the module. */
  #importPlace(place: { readonly line: number | null; readonly column: number | null }) {
    if (place.line !== null) return place;
    const at = this.start.text.split('\n').findIndex((line) => line.includes(this.#imported));
    return at < 0 ? nowhere : { line: at + 1, column: 1 };
  }
}

const memoryOrSandbox = (error: unknown) =>
  /memory|unreachable|out of bounds/i.test(error instanceof Error ? error.message : '')
    ? 'memory'
    : ('sandbox' as const);

const failedTurn = (problem: ScriptProblem): Turn => ({
  acts: [],
  more: 0,
  standing: { is: 'failed', problem },
});
