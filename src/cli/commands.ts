/** What the command line can do. Each answers the exit code: 0, or 1 where what was asked for came to no good end; `diff` and `plan` 2 where something differs. */
import { readFileSync } from 'node:fs';
import { Refusal } from '../base/errors.ts';
import type { MessageId } from '../base/messages.ts';
import { self } from '../contract/company/service-accounts.ts';
import { type ExportFormat, exportFormats } from '../contract/exports.ts';
import { calls } from '../contract/index.ts';
import { scopeOf, selfCallId } from '../contract/service-calls.ts';
import { stations } from '../contract/sites/stations.ts';
import { isMessage } from '../server/words.ts';
import type { Asker } from './ask.ts';
import { rule } from './dry-run.ts';
import { fileCommands } from './files/commands.ts';
import { aligned } from './print.ts';
import { type Profile, removeProfile, serverOf, writeProfile } from './profile.ts';
import { followRun, startRun } from './run-script.ts';
import { type Into, momentOf, sourceOf, stationIds, writeTable } from './tables.ts';

/** One running of the command line. */
export interface CommandLine {
  /** What stands behind the name of the command. */
  readonly given: readonly string[];
  readonly values: {
    readonly format?: string | undefined;
    readonly output?: string | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly row?: string | undefined;
    readonly state?: string | undefined;
    readonly body?: string | undefined;
    readonly 'no-wait'?: boolean | undefined;
    readonly only?: string | undefined;
    readonly title?: string | undefined;
    readonly delete?: boolean | undefined;
    readonly overwrite?: boolean | undefined;
  };
  readonly say: (id: MessageId, params?: Refusal['params']) => string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly asker: () => Asker;
  readonly askerOf: (profile: Profile) => Asker;
  readonly askSecret: (question: string) => Promise<string>;
  readonly readInput: () => string;
  /** Text for standard output. */
  readonly out: (text: string) => void;
}

/** Says a text with an end of line behind it. */
const printer =
  ({ out }: Pick<CommandLine, 'out'>) =>
  (text: string) =>
    out(`${text}\n`);

const usage = () => new Refusal(400, 'cli.usage');

/** @throws Refusal where more or fewer were given */
function exactly<N extends 0 | 1 | 2>(given: readonly string[], count: N): readonly string[] {
  if (given.length !== count) throw usage();
  return given;
}

/** Formats that a file's name says by its ending. */
const endings = exportFormats.filter((one) => one !== 'csv');
const isFormat = (text: string): text is ExportFormat => exportFormats.some((one) => one === text);

/** @throws Refusal for a format that there is not */
function intoOf({ values: { format, output } }: CommandLine): Into {
  const usual = output === undefined ? 'table' : (endings.find((one) => output.endsWith(`.${one}`)) ?? 'csv');
  const wanted = format ?? usual;
  if (wanted !== 'table' && !isFormat(wanted))
    throw new Refusal(400, 'cli.badFormat', { value: wanted }, 'format');
  // Bytes are for no terminal.
  if (wanted !== 'table' && wanted !== 'csv' && output === undefined)
    throw new Refusal(400, 'cli.noOutput', {}, 'output');
  return { format: wanted, output: wanted === 'table' ? null : (output ?? null) };
}

const spanOf = ({ values }: CommandLine) => {
  const now = Date.now();
  const from = momentOf(values.from, 'from', now);
  const to = momentOf(values.to, 'to', now);
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
};

/** `name=value` of what was typed. @throws Refusal */
function pairsOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new Refusal(400, 'cli.noPair', { value: pair });
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

async function login(line: CommandLine): Promise<number> {
  const { given, say, environment, askerOf, askSecret } = line;
  const print = printer(line);
  const [address = ''] = exactly(given, 1);
  const server = serverOf(address);
  const token = environment['GROUNDWATCH_TOKEN'] ?? (await askSecret(say('cli.token')));
  const who = await askerOf({ server, token }).ask(self, {});
  const file = writeProfile(environment, { server, token });
  print(say('cli.loggedIn', { account: who.accountName, server, file }));
  return 0;
}

async function whoami(line: CommandLine): Promise<number> {
  const { given, asker, say } = line;
  const print = printer(line);
  exactly(given, 0);
  const { accountName, companyName, token } = await asker().ask(self, {});
  print(
    aligned([
      [say('login.account'), accountName],
      [say('sites.company'), companyName ?? say('users.everyCompany')],
      [say('serviceAccounts.scopes'), token?.scopes.join(' ') ?? ''],
      [say('serviceAccounts.days'), token === null ? '' : new Date(token.expiresAt).toISOString()],
    ]),
  );
  return 0;
}

async function listStations(line: CommandLine): Promise<number> {
  const { given, values, asker } = line;
  const print = printer(line);
  exactly(given, 0);
  // A table has no little curves; who reads JSON gets all that there is.
  const query = values.format === 'json' ? {} : { sparks: 0 };
  const answer = await asker().ask(stations, { query });
  const found = answer.stations.filter(({ state }) => values.state === undefined || state === values.state);
  if (values.format === 'json') print(JSON.stringify(found, null, 2));
  else {
    const projectOf = (id: number) => answer.projects.find((project) => project.id === id)?.name ?? '';
    print(
      aligned(
        found.map(({ code, name, projectId, state, lastContactAt }) => [
          ...[code, name, projectOf(projectId), state],
          lastContactAt === null ? '' : new Date(lastContactAt).toISOString(),
        ]),
      ),
    );
  }
  return 0;
}

async function latest(line: CommandLine): Promise<number> {
  const into = intoOf(line);
  const asker = line.asker();
  const ids = await stationIds(asker, line.given);
  await writeTable(asker, 'latest', ids.length === 0 ? {} : { stationIds: ids }, into, line.out);
  return 0;
}

async function history(line: CommandLine): Promise<number> {
  const [code = '', slot = ''] = exactly(line.given, 2);
  const into = intoOf(line);
  const span = spanOf(line);
  const asker = line.asker();
  const source = await sourceOf(asker, code, slot, line.values.row);
  await writeTable(asker, 'readings', { ...source, ...span }, into, line.out);
  return 0;
}

/** @throws Refusal for a state that there is not */
function stateOf(state: string | undefined): { readonly state?: 'open' | 'closed' } {
  if (state === undefined) return {};
  if (state !== 'open' && state !== 'closed')
    throw new Refusal(400, 'cli.badState', { value: state }, 'state');
  return { state };
}

async function alarms(line: CommandLine): Promise<number> {
  exactly(line.given, 0);
  const query = { ...spanOf(line), ...stateOf(line.values.state) };
  await writeTable(line.asker(), 'alarms', query, intoOf(line), line.out);
  return 0;
}

async function runScript(line: CommandLine): Promise<number> {
  const { given, values, asker, say } = line;
  const print = printer(line);
  const [named, ...args] = given;
  if (named === undefined) throw usage();
  const by = asker();
  const started = await startRun(by, named, pairsOf(args));
  print(say('cli.started', { run: started.id }));
  if (values['no-wait'] === true) return 0;
  const run = await followRun(by, started.id, print);
  print(say(`runState.${run.state}`));
  const { problem } = run;
  if (problem !== null) {
    const id = `workflow.problem.${problem.id}`;
    print(isMessage(id) ? say(id, problem.params) : problem.id);
  }
  if (run.planId !== null) print(say('cli.proposed', { plan: run.planId, sets: run.proposed.sets }));
  return run.state === 'done' ? 0 : 1;
}

async function listCalls(line: CommandLine): Promise<number> {
  const { given } = line;
  const print = printer(line);
  exactly(given, 0);
  const open = calls.flatMap((call) => {
    const scope = call.id === selfCallId ? '*' : scopeOf(call);
    return scope === null ? [] : [[call.id, scope, call.method, call.path]];
  });
  print(aligned(open.toSorted(([a = ''], [b = '']) => a.localeCompare(b))));
  return 0;
}

async function callAnything(line: CommandLine): Promise<number> {
  const { given, values, asker } = line;
  const print = printer(line);
  const [id, ...pairs] = given;
  const call = calls.find((one) => one.id === id);
  if (id === undefined || call === undefined) throw new Refusal(404, 'cli.noCall', { id: id ?? '' });
  const typed = pairsOf(pairs);
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const missing = inPath.find((name) => typed[name] === undefined);
  if (missing !== undefined) throw new Refusal(400, 'cli.missing', { name: missing }, missing);
  const params = Object.fromEntries(inPath.map((name) => [name, typed[name]]));
  const query = Object.fromEntries(Object.entries(typed).filter(([name]) => !inPath.includes(name)));
  let body: unknown;
  try {
    body =
      values.body === undefined
        ? undefined
        : JSON.parse(values.body === '-' ? line.readInput() : readFileSync(values.body, 'utf8'));
  } catch (error) {
    throw new Refusal(400, 'cli.badBody', { problem: error instanceof Error ? error.message : '' }, 'body');
  }
  const data = await asker().askLoosely(call, { params, query, body });
  print(typeof data === 'string' ? data : JSON.stringify(data, null, 2));
  return 0;
}

/** By the name that is typed. */
export const commands: Readonly<Record<string, (line: CommandLine) => Promise<number>>> = {
  login,
  logout: async ({ given, environment, say, out }) => {
    exactly(given, 0);
    out(`${say('cli.loggedOut', { file: removeProfile(environment) })}\n`);
    return 0;
  },
  whoami,
  stations: listStations,
  latest,
  history,
  alarms,
  run: runScript,
  ...fileCommands,
  rule,
  calls: listCalls,
  call: callAnything,
};
