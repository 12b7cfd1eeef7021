/** What was recorded, as the text of a script. Pure. */
import { groupBy } from '../../../base/group.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import type { Unscripted } from '../../../command/script.ts';
import type { Draft } from '../../../domain/parameter-edits.ts';
import type { Recorded } from '../recorder.ts';
import { filterText, markOf, quoted } from './selection.ts';

/** A station as the script names it. */
export interface KnownStation {
  readonly code: string;
  /** Sensor type codes by slot. */
  readonly kinds: ReadonlyMap<number, number>;
}
export interface RecordWords {
  readonly heading: string;
  readonly title: (commandId: string) => string;
  readonly why: (reason: Unscripted | 'secret' | 'gone') => string;
}

interface Act {
  readonly type: 'station' | 'set' | 'send' | 'read';
  readonly stationId: number;
  readonly slot: number | null;
  /** Group, or action. */
  readonly of: string;
  readonly edits: Record<string, Draft[string]>;
}

const flat = (text: string) => text.replace(/\s+/g, ' ');
const valueText = (value: Draft[string]): string =>
  Array.isArray(value)
    ? `[${value.map(quoted).join(', ')}]`
    : typeof value === 'string'
      ? quoted(value)
      : String(value);
const editsText = (edits: Draft) =>
  `{ ${Object.entries(edits)
    .map(([field, value]) => `${field}: ${valueText(value)}`)
    .join(', ')} }`;

/** In the order in which they were begun; of a field that was set twice the last value, since a plan sets it once. */
function actsOf(entries: readonly Recorded[], known: ReadonlyMap<number, KnownStation>): readonly Act[] {
  const acts: Act[] = [];
  const put = (act: Act) => {
    const same = acts.find(
      (one) =>
        one.type === act.type &&
        one.stationId === act.stationId &&
        one.slot === act.slot &&
        one.of === act.of &&
        act.type !== 'send',
    );
    if (same === undefined) acts.push(act);
    else Object.assign(same.edits, act.edits);
  };
  for (const deed of entries.flatMap(({ deeds }) => deeds)) {
    if (deed.type === 'typed') continue;
    const { stationId } = deed;
    if (deed.type === 'station') put({ type: 'station', stationId, slot: null, of: '', edits: {} });
    else if (deed.type === 'send')
      put({ type: 'send', stationId, slot: deed.slot, of: deed.action, edits: {} });
    else if (deed.type === 'set') {
      if (Object.keys(deed.edits).length > 0)
        put({ type: 'set', stationId, slot: deed.slot, of: deed.group, edits: { ...deed.edits } });
    } else {
      const slots = deed.slot === 'all' ? [null, ...(known.get(stationId)?.kinds.keys() ?? [])] : [deed.slot];
      for (const slot of slots) {
        const kind = slot === null ? undefined : known.get(stationId)?.kinds.get(slot);
        const group = slot === null ? 'rtu' : kindByCode(kind ?? -1)?.groups[0];
        if (group !== undefined) put({ type: 'read', stationId, slot, of: group, edits: {} });
      }
    }
  }
  const worked = new Set(acts.flatMap(({ type, stationId }) => (type === 'station' ? [] : [stationId])));
  return acts.filter(({ type, stationId }) => type !== 'station' || !worked.has(stationId));
}

function lineOf({ type, of, edits }: Act, device: string): string {
  if (type === 'station') return `log(${device}, station.state);`;
  if (type === 'set') return `plan.set(${device}, ${quoted(of)}, ${editsText(edits)});`;
  if (type === 'send') return `plan.send(${device}, ${quoted(of)});`;
  return `for (const one of await fleet.read(${device}, ${quoted(of)})) log(station, one.ok ? one.values : one.reason.text);`;
}

/** One loop: the same deed at one or several stations. */
function block(acts: readonly Act[], known: ReadonlyMap<number, KnownStation>): string {
  const [act] = acts;
  if (act === undefined) return '';
  const codes = acts.map(({ stationId }) => known.get(stationId)?.code ?? '');
  const kindOf = ({ stationId, slot }: Act) =>
    slot === null ? undefined : kindByCode(known.get(stationId)?.kinds.get(slot) ?? -1)?.id;
  const kind = kindOf(act) ?? null;
  const double = acts.some(
    (one) =>
      [...(known.get(one.stationId)?.kinds.values() ?? [])].filter((code) => kindByCode(code)?.id === kind)
        .length > 1,
  );
  const mark = markOf({ codes, kind, slot: double ? act.slot : null });
  const loop = `for (const station of await fleet.stations(${filterText({ codes })})) {`;
  const inner =
    kind === null
      ? `  ${lineOf(act, 'station')}`
      : `  for (const sensor of station.sensors.filter(({ kind${double ? ', slot' : ''} }) => kind === ${quoted(kind)}${double ? ` && slot === ${act.slot}` : ''}))\n    ${lineOf(act, 'sensor')}`;
  return `${mark}\n${loop}\n${inner}\n}\n`;
}

/**
 * The text of the script. What has no line stands in it as a comment. `typed` wishes were read before: they are no deeds
 * here.
 */
export function printRecorded(
  entries: readonly Recorded[],
  known: ReadonlyMap<number, KnownStation>,
  words: RecordWords,
): string {
  const acts = actsOf(entries, known).filter(({ stationId }) => known.has(stationId));
  const alike = groupBy(acts, (act) => {
    const { type, slot, of, edits, stationId } = act;
    const kind = slot === null ? null : (known.get(stationId)?.kinds.get(slot) ?? null);
    return JSON.stringify([type, slot, kind, of, edits]);
  });
  const blocks = [...alike.values()].map((same) => block(same, known));
  const gone = entries.some(({ deeds }) =>
    deeds.some((deed) => deed.type !== 'typed' && !known.has(deed.stationId)),
  );
  const left = new Set([
    ...entries.flatMap(({ secrets }) => secrets.map((field) => `${field} (${words.why('secret')})`)),
    ...entries.flatMap(({ id, why }) =>
      why === null || why === 'through' ? [] : [`${words.title(id)} (${words.why(why)})`],
    ),
    ...(gone ? [words.why('gone')] : []),
    ...entries.flatMap(({ id, deeds, why, secrets }) =>
      why === null && deeds.length === 0 && secrets.length === 0 ? [words.title(id)] : [],
    ),
  ]);
  const body = blocks.join('\n');
  const names = ['fleet', 'log', 'plan'].filter((name) => new RegExp(`\\b${name}[.(]`).test(body));
  const imports = `import { ${(names.length === 0 ? ['fleet', 'plan'] : names).join(', ')} } from 'groundwatch';\n`;
  const comments = [...left].map((one) => `// not recorded: ${flat(one)}\n`).join('');
  return `// ${flat(words.heading)}\n${imports}\n${body}${comments === '' ? '' : `\n${comments}`}`;
}
