/** What was recorded, as the text of a script. Pure. */
import { groupBy } from '../../../base/group.ts';
import { groups, kindByCode } from '../../../catalogue/index.ts';
import type { Command } from '../../../command/command.ts';
import type { Unscripted } from '../../../command/script.ts';
import { ownFields } from '../../../domain/parameters/own-fields.ts';
import type { Draft } from '../../../domain/parameters/parameter-edits.ts';
import { actsOf, actsOfStep, type KnownStation, type RecordedAct } from './acts.ts';
import type { Recorded } from './recorder.ts';
import { filterText, markOf, quoted } from './selection.ts';

export type { KnownStation } from './acts.ts';

/** Comments of the script, in the user's language. */
export interface RecordWords {
  readonly heading: string;
  readonly title: (command: Command) => string;
  readonly why: (reason: Unscripted | 'secret' | 'gone') => string;
  readonly left: (as: 'not' | 'refused' | 'takenBack' | 'last', what: string) => string;
  readonly remark: (station: string, at: number, text: string) => string;
}

const flat = (text: string) => text.replace(/\s+/g, ' ').trim();
const comment = (text: string) => `// ${flat(text)}\n`;
const valueText = (value: Draft[string]): string =>
  Array.isArray(value)
    ? `[${value.map(quoted).join(', ')}]`
    : typeof value === 'string'
      ? quoted(value)
      : String(value);
const valuesText = (values: Draft) =>
  Object.keys(values).length === 0
    ? '{}'
    : `{ ${Object.entries(values)
        .map(([field, value]) => `${field}: ${valueText(value)}`)
        .join(', ')} }`;

/** The longest reason that a step takes. */
const longestReason = 200;

function lineOf({ type, of, values, reason }: RecordedAct, device: string): string {
  // The user who was recorded set these one by one: they are intended.
  const group = type === 'set' ? Object.values(groups).find(({ id }) => id === of) : undefined;
  const own = group === undefined ? [] : ownFields(group, Object.keys(values));
  const options = [
    ...(reason === '' ? [] : [`reason: ${quoted(reason.slice(0, longestReason))}`]),
    ...(own.length === 0 ? [] : [`own: [${own.map(quoted).join(', ')}]`]),
  ];
  const why = options.length === 0 ? '' : `, { ${options.join(', ')} }`;
  if (type === 'station') return `log(${device}, station.state);`;
  if (type === 'set') return `plan.set(${device}, ${quoted(of)}, ${valuesText(values)}${why});`;
  if (type === 'send') {
    const args = why === '' && Object.keys(values).length === 0 ? '' : `, ${valuesText(values)}`;
    return `plan.send(${device}, ${quoted(of)}${args}${why});`;
  }
  return `for (const one of await fleet.read(${device}, ${quoted(of)})) log(station, one.ok ? one.values : one.reason.text);`;
}

const codeOf = ({ stationId }: RecordedAct, known: ReadonlyMap<number, KnownStation>) =>
  known.get(stationId)?.code ?? '';

/** One loop: the same action at one or several stations; a remark is a comment. */
function block(
  acts: readonly RecordedAct[],
  known: ReadonlyMap<number, KnownStation>,
  words: Pick<RecordWords, 'left' | 'remark'>,
): string {
  const [act] = acts;
  if (act === undefined) return '';
  if (act.type === 'remark')
    return acts.map((one) => comment(words.remark(codeOf(one, known), one.at, one.of))).join('');
  const codes = acts.map((one) => codeOf(one, known));
  const kindOf = ({ stationId, slot }: RecordedAct) =>
    slot === null ? undefined : kindByCode(known.get(stationId)?.kinds.get(slot) ?? -1)?.id;
  const kind = kindOf(act) ?? null;
  const double = acts.some(
    (one) =>
      [...(known.get(one.stationId)?.kinds.values() ?? [])].filter((code) => kindByCode(code)?.id === kind)
        .length > 1,
  );
  const folded = acts.flatMap((one) =>
    Object.entries(one.earlier).map(([field, values]) => {
      const all = [...values, one.values[field] ?? null].map(valueText).join(' → ');
      return comment(words.left('last', `${codeOf(one, known)} ${field}: ${all}`));
    }),
  );
  const mark = markOf({ codes, kind, slot: double ? act.slot : null });
  const loop = `for (const station of await fleet.stations(${filterText({ codes })})) {`;
  const inner =
    kind === null
      ? `  ${lineOf(act, 'station')}`
      : `  for (const sensor of station.sensors.filter(({ kind${double ? ', slot' : ''} }) => kind === ${quoted(kind)}${double ? ` && slot === ${act.slot}` : ''}))\n    ${lineOf(act, 'sensor')}`;
  return `${folded.join('')}${mark}\n${loop}\n${inner}\n}\n`;
}

/** What was refused or taken back: each line as it would stand in the script, with its station. */
function undone(entry: Recorded, known: ReadonlyMap<number, KnownStation>, words: RecordWords): string[] {
  const { refused, steps } = entry;
  return steps
    .flatMap((step) => actsOfStep(step, known))
    .filter(({ type }) => type !== 'station' && type !== 'remark')
    .map((act) => {
      const line = `${codeOf(act, known)} ${lineOf(act, act.slot === null ? 'station' : `station.sensor(${act.slot})`)}`;
      return refused === null ? words.left('takenBack', line) : words.left('refused', `${line} ${refused}`);
    });
}

/** The text of the script. What has no line, and what did not happen, stands in it as a comment. */
export function printRecorded(
  entries: readonly Recorded[],
  known: ReadonlyMap<number, KnownStation>,
  words: RecordWords,
): string {
  const happened = entries.filter(({ refused, takenBack }) => refused === null && !takenBack);
  const acts = actsOf(happened, known).filter(({ stationId }) => known.has(stationId));
  const alike = groupBy(acts, (act) => {
    const { type, slot, of, values, reason, stationId, at } = act;
    const kind = slot === null ? null : (known.get(stationId)?.kinds.get(slot) ?? null);
    return JSON.stringify([type, slot, kind, of, values, reason, at]);
  });
  const blocks = [...alike.values()].map((same) => block(same, known, words));
  const gone = entries.some(({ steps }) => steps.some(({ stationId }) => !known.has(stationId)));
  const not = (what: string) => words.left('not', what);
  const left = new Set([
    ...entries.flatMap(({ secrets }) => secrets.map((field) => not(`${field} (${words.why('secret')})`))),
    ...entries.flatMap(({ command, why }) =>
      why === null || why === 'through' ? [] : [not(`${words.title(command)} (${words.why(why)})`)],
    ),
    ...(gone ? [not(words.why('gone'))] : []),
    ...happened.flatMap(({ command, steps, why, secrets }) =>
      why === null && steps.length === 0 && secrets.length === 0 ? [not(words.title(command))] : [],
    ),
    ...entries.filter((entry) => !happened.includes(entry)).flatMap((entry) => undone(entry, known, words)),
  ]);
  const body = blocks.join('\n');
  const names = ['fleet', 'log', 'plan'].filter((name) => new RegExp(`\\b${name}[.(]`).test(body));
  const imports = `import { ${(names.length === 0 ? ['fleet', 'plan'] : names).join(', ')} } from 'groundwatch';\n`;
  const comments = [...left].map(comment).join('');
  return `${comment(words.heading)}${imports}\n${body}${comments === '' ? '' : `\n${comments}`}`;
}
