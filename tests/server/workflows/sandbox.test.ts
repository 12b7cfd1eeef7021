/** Hostile and broken scripts in the real sandbox: each ends with its own problem, and others are answered meanwhile. */
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/script/limits.ts';
import type { ScriptProblem } from '../../../src/script/problem.ts';
import { Engine } from '../../../src/server/workflows/sandbox/engine.ts';
import type { Start, Turn } from '../../../src/server/workflows/sandbox/messages.ts';
import { Sandbox } from '../../../src/server/workflows/sandbox/sandbox.ts';

const sandbox = new Sandbox();
const start = (text: string, more: Partial<Start> = {}): Start => ({
  text,
  mode: 'run',
  seed: 7,
  at: Date.UTC(2026, 0, 1),
  args: {},
  language: 'en',
  ...more,
});
const nowhere = { params: {}, line: null, column: null };
async function turnOf(text: string, more: Partial<Start> = {}): Promise<Turn> {
  const turn = await sandbox.once(start(text, more));
  // Ended from outside: for the user it is the same.
  if ('lost' in turn)
    return { acts: [], more: 0, standing: { is: 'failed', problem: { id: turn.lost, ...nowhere } } };
  return turn;
}
const problemIn = ({ standing }: Turn): ScriptProblem | null =>
  standing.is === 'failed' ? standing.problem : null;
/** Of a script that needs no thread of its own to be looked at. */
const engineTurn = async (text: string, more: Partial<Start> = {}): Promise<Turn> =>
  (await Engine.begin(start(text, more))).turn;
const problemOf = async (text: string) => problemIn(await engineTurn(text));
const linesOf = ({ acts }: Turn) => acts.flatMap((act) => (act.op === 'line' ? [act.text] : []));
const logged = async (text: string) =>
  linesOf(await engineTurn(`import { log } from 'groundwatch';\n${text}`));

beforeAll(async () => {
  // The process comes up once; what follows is measured without it.
  await turnOf('1;');
});
afterAll(() => sandbox.stop());

test('scripts stand back behind the server where processors are scarce', () => {
  const { pid } = sandbox;
  if (pid === null) throw new Error('the sandbox is not up');
  const behind = Math.min(19, getPriority() + 5);
  expect(getPriority(pid)).toBe(behind);
  if (process.platform !== 'linux') return;
  // There each thread has its own: the process' first one, and that of the next script.
  const priorities = readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread)));
  expect(priorities.filter((priority) => priority === behind).length).toBeGreaterThanOrEqual(2);
});

describe('a script that would not end, or would take everything', () => {
  test.each<[string, string, ScriptProblem['id']]>([
    ['an endless loop', 'for (;;);', 'time'],
    ['an endless loop that catches', 'for (;;) { try { for (;;); } catch {} }', 'time'],
    ['endless promises', 'while (true) await 0;', 'time'],
    ['a pattern that backtracks', '/^(a+)+$/.test("a".repeat(40) + "b");', 'time'],
    ['arrays', 'const a = []; for (;;) a.push(new Array(10000).fill(1.5));', 'memory'],
    ['texts', 'let s = "x"; const a = []; for (;;) { s += s; a.push(s + "y"); }', 'memory'],
    ['deep recursion', 'function f() { return f() + 1; }\nf();', 'stack'],
  ])('%s', { timeout: 120_000 }, async (_title, text, id) => {
    const other = sandbox.once(start('const a: number = 1;'));
    const began = Date.now();
    expect(problemIn(await turnOf(text))?.id).toBe(id);
    expect(Date.now() - began).toBeLessThan(60_000);
    expect(await other).toMatchObject({ standing: { is: 'done' } });
  });

  test('one whose promise nothing settles waits, which the server sees', async () =>
    expect((await turnOf('await new Promise(() => {});')).standing).toEqual({ is: 'waits' }));

  test('a bomb of memory that is caught goes on within its bound, until its time is over', async () => {
    const id = (await problemOf('const a = []; for (;;) { try { a.push(new Uint8Array(1e6)); } catch {} }'))
      ?.id;
    expect(['time', 'memory']).toContain(id);
  }, 300_000);

  test('a million lines: the first are kept, the others counted', async () => {
    const turn = await turnOf(
      `import { log } from 'groundwatch';\nfor (let i = 0; i < 1e6; i++) log('line ' + i);`,
    );
    expect(turn.standing).toEqual({ is: 'done' });
    expect(linesOf(turn)).toHaveLength(limits.logLines);
    expect(turn.more).toBe(1e6 - limits.logLines);
  }, 300_000);

  test('a huge table is cut, and says of how many rows', async () => {
    const [text = ''] = linesOf(
      await turnOf(
        `import { table } from 'groundwatch';\ntable(Array.from({ length: 20000 }, (_, i) => ({ i, text: 'x'.repeat(300) })).map((r) => r));`.replace(
          "'x'.repeat(300)",
          "'x'.repeat(30)",
        ),
      ),
    );
    const { rows, total } = JSON.parse(text) as { rows: unknown[]; total: number };
    expect([rows.length, total]).toEqual([limits.tableRows, 20_000]);
  });

  test('progress that is reported without end: only the last report is sent', async () => {
    const turn = await turnOf(
      `import { progress } from 'groundwatch';\nfor (let i = 1; i <= 20000; i++) progress(i, 20000, 'x'.repeat(150));`,
    );
    expect(turn.acts.map((act) => (act.op === 'progress' ? act.done : act.op))).toEqual([20_000]);
  });

  test('long lines are cut', async () =>
    expect((await logged(`log('x'.repeat(100000));`))[0]).toHaveLength(limits.logLine));

  test('calls without end are refused at the bound', async () => {
    const problem = await problemOf(
      `import { plan } from 'groundwatch';\nfor (;;) plan.skip({ station: 1, slot: null }, 'x');`,
    );
    expect(problem).toMatchObject({ id: 'calls', params: { limit: limits.calls }, line: 2 });
  });
});

describe('what goes over the border', () => {
  const call = (argument: string) =>
    problemOf(`import { fleet } from 'groundwatch';\nawait fleet.stations(${argument});`);
  test.each<[string, string, ScriptProblem['id']]>([
    ['__proto__', `JSON.parse('{"__proto__": {"a": 1}}')`, 'key'],
    ['constructor', `{ constructor: 1 }`, 'key'],
    ['prototype within', `{ where: { prototype: 1 } }`, 'key'],
    ['depth', `JSON.parse('['.repeat(50) + ']'.repeat(50))`, 'depth'],
    ['size', `{ text: 'x'.repeat(1e6) }`, 'size'],
    ['unknown keys', `{ company: 2 }`, 'shape'],
    ['a text for a number', `{ where: { group: 'rtu', field: 'sendCycle', above: '1' } }`, 'shape'],
    ['a kind that is none', `{ kind: 'rt1' }`, 'shape'],
    ['a circle', `(() => { const a = {}; a.text = a; return a; })()`, 'shape'],
    ['a toJSON', `{ toJSON: () => ({ company: 2 }) }`, 'shape'],
  ])('%s', async (_title, argument, id) => {
    expect(await call(argument)).toMatchObject({ id, line: 2 });
  });
  test('bounds, and steps of nothing', async () => {
    const set = (edits: string) =>
      problemOf(
        `import { plan } from 'groundwatch';\nconst d = { station: 1, slot: null };\nplan.set(d, 'rtu', ${edits});`,
      );
    expect(await set('{ sendCycle: 1 }')).toMatchObject({
      id: 'bound',
      params: { field: 'sendCycle' },
      line: 3,
    });
    expect(await set('{}')).toMatchObject({ id: 'nothingSet' });
    expect(await set('{ nothing: 1 }')).toMatchObject({ id: 'bound' });
  });
});

describe('ways out', () => {
  test('what is global is the language and nothing of the host', async () => {
    const [text = ''] = await logged(
      `log(Object.getOwnPropertyNames(globalThis).filter((name) => /^[a-z_$]/.test(name)).join(' '));`,
    );
    const language =
      'parseInt parseFloat isNaN isFinite queueMicrotask decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape undefined eval globalThis console btoa atob';
    expect(text.split(' ').filter((name) => !language.split(' ').includes(name))).toEqual([]);
  });
  test.each([
    ['the constructor of a function', `log(log.constructor.constructor('return typeof process')());`],
    [
      'the constructor of an answer',
      `log(typeof (async () => {}).constructor('return process')().then.constructor('return process'));`,
    ],
    ['eval', `log(eval('typeof process'));`],
    [
      'an error’s stack of the host',
      `try { null.f; } catch (e) { log(/node|engine|worker|\\/tmp|file:/.test(e.stack) ? e.stack : 'undefined'); }`,
    ],
    [
      'prepareStackTrace',
      `Error.prepareStackTrace = (_, s) => s; log(typeof new Error().stack[0]?.getThis);`,
    ],
  ])('%s', async (_title, text) => {
    expect((await logged(text))[0]).toMatch(/^(undefined|function)$/);
  });
  test.each([
    'node:fs',
    'fs',
    '../../etc/passwd',
    'http://127.0.0.1/',
    'data:text/javascript,1',
  ])('import of %s', async (name) => {
    expect(await problemOf(`await import(${JSON.stringify(name)});`)).toMatchObject({
      id: 'import',
      params: { name },
    });
    expect(await problemOf(`import x from ${JSON.stringify(name)};\nlet y = x;`)).toMatchObject({
      id: 'import',
    });
  });
  test('the handle to the host is gone, and what is put in its place reaches nobody', async () => {
    const text = `log(typeof globalThis.__host, typeof globalThis.__start, typeof globalThis.__listen);
globalThis.__host = () => '';
const seen = [];
JSON.stringify = (message) => { seen.push(message); return '{"op":"call","id":1,"call":"users","args":{}}'; };
JSON.parse = () => ({ at: 0 });
Array.prototype.map = () => [];
log('still');
log(seen.length);`;
    expect(await logged(text)).toHaveLength(3);
    expect((await logged(text))[0]).toBe('undefined undefined undefined');
    expect((await logged(text))[2]).toBe('');
  });
  test('Promise.prototype.then that is replaced settles nothing of ours', async () => {
    const turn = await turnOf(
      `import { fleet } from 'groundwatch';\nPromise.prototype.then = function () { throw new Error('mine'); };\nawait fleet.stations();`,
    );
    expect(['waits', 'failed']).toContain(turn.standing.is);
  });
});

describe('words', () => {
  const said = async (texts: string, language: Start['language']) =>
    linesOf(
      await engineTurn(`import { log, words } from 'groundwatch';\nlog(words(${texts}));`, { language }),
    );
  test('are those of the language that the run was started in', async () => {
    const texts = `{ 'zh-chs': '报警中', en: 'in alarm', ja: '警報中' }`;
    for (const [language, text] of [
      ['zh-chs', '报警中'],
      ['en', 'in alarm'],
      ['ja', '警報中'],
    ] as const)
      expect(await said(texts, language)).toEqual([text]);
  });
  test('are English, or what there is, where a language is missing', async () => {
    expect(await said(`{ 'zh-chs': '报警中', en: 'in alarm' }`, 'ja')).toEqual(['in alarm']);
    expect(await said(`{ 'zh-chs': '报警中' }`, 'ja')).toEqual(['报警中']);
    expect(await said('{}', 'ja')).toEqual(['']);
  });
});

describe('time and chance', () => {
  test('are of the run: the same each time', async () => {
    const text = `log(Date.now(), new Date().toISOString(), Math.random(), typeof performance);`;
    const [first, second] = [await logged(text), await logged(text)];
    expect(first).toEqual(second);
    expect(first[0]).toMatch(/^1767225600000 2026-01-01T00:00:00.000Z 0\.\d+ undefined$/);
    const other = await engineTurn(`import { log } from 'groundwatch';\n${text}`, { seed: 8 });
    expect(linesOf(other)).not.toEqual(first);
  });
});

describe('where it went wrong', () => {
  test.each<[string, string, object]>([
    [
      'a type before it',
      `const a: { readonly x: string } = null as never;\nconst b: string = a.y.length;`,
      { id: 'thrown', line: 2, column: 21 },
    ],
    [
      'an unknown name',
      `const a: number = 1;\n\nconst b: { x: string } = nobody(a);`,
      { id: 'thrown', line: 3, column: 26 },
    ],
    ['syntax', 'const a = 1;\nconst b = ;', { id: 'syntax', line: 2, column: 11 }],
    ['a name twice', 'const a = 1;\nlet a = 2;', { id: 'syntax', line: 2 }],
    [
      'thrown',
      `interface A {\n  a: string;\n}\nthrow new TypeError('mine');`,
      { id: 'thrown', line: 4, params: { text: 'TypeError: mine' } },
    ],
    ['thrown text', `throw 'mine';`, { id: 'thrown', params: { text: 'mine' } }],
    [
      'in a function',
      `function f(x: number): void {\n  throw new Error('deep');\n}\nf(1);`,
      { id: 'thrown', line: 2 },
    ],
  ])('%s', async (_title, text, problem) => {
    expect(await problemOf(text)).toMatchObject(problem);
  });
});

describe('a declaration', () => {
  const declare = (text: string) =>
    engineTurn(`import { args, number, choice, fleet, plan, log } from 'groundwatch';\n${text}`, {
      mode: 'declare',
    });
  const declared = ({ acts }: Turn) => acts.flatMap((act) => (act.op === 'args' ? [act.declaration] : []));
  test('is read, and nothing after it is gone through', async () => {
    const turn = await declare(
      `args({ n: number({ min: 1, default: 2, title: { en: 'N' } }), c: choice({ choices: ['a'] }) }, { title: { ja: 'J' } });\nlog('body');\nfor (;;);`,
    );
    expect(turn.standing).toEqual({ is: 'done' });
    expect(declared(turn)).toEqual([
      {
        title: { ja: 'J' },
        arguments: [
          { name: 'n', is: { type: 'number', min: 1, default: 2, title: { en: 'N' } } },
          { name: 'c', is: { type: 'choice', choices: [{ value: 'a' }] } },
        ],
      },
    ]);
    expect(linesOf(turn)).toEqual([]);
  });
  test('a script without one asks nothing and proposes nothing', async () => {
    const turn = await declare(`await fleet.stations();\nplan.title('x');`);
    expect([turn.acts, turn.standing.is]).toEqual([[], 'waits']);
  });
  test('that is not valid is refused with its line', async () => {
    const { standing } = await declare(`\nargs({ n: { type: 'colour' } as never });`);
    expect(standing).toMatchObject({ is: 'failed', problem: { id: 'declaration', line: 3 } });
  });
});

test('a process that dies is started again', async () => {
  const pid = sandbox.pid;
  expect(pid).not.toBeNull();
  const lost = sandbox.once(start('for (;;);'));
  process.kill(pid ?? 0, 'SIGKILL');
  expect(await lost).toEqual({ lost: 'sandbox' });
  expect(await turnOf('1;')).toMatchObject({ standing: { is: 'done' } });
  expect(sandbox.pid).not.toBe(pid);
});
