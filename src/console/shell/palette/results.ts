/** What the palette shows for what was typed: rows in groups, the best first. */
import type { MessageId } from '../../../base/messages.ts';
import { hasPermission } from '../../../base/permissions.ts';
import { argumentSteps } from '../../../command/arguments.ts';
import type { CommandContext } from '../../../command/context.ts';
import { isDangerousRow } from './danger.ts';
import type {
  CommandEntry,
  DeviceEntry,
  Entry,
  OpenAlarmEntry,
  ParameterEntry,
  SensorAlarmEntry,
  StationEntry,
} from './entries.ts';
import type { Prefix } from './prefix.ts';
import type { Hit, SearchIndex } from './search/index.ts';
import { shownFor } from './shown-for.ts';

/** True when it can run now, else the sentence that says why not. */
export type Availability = true | { readonly message: MessageId; readonly params?: Record<string, string> };

export interface Row {
  readonly entry: Entry;
  readonly hit: Hit | null;
  readonly available: Availability;
}
export type GroupKey =
  | 'recent'
  | 'here'
  | 'commands'
  | 'scripts'
  | 'stations'
  | 'parameters'
  | 'devices'
  | 'openAlarms'
  | 'alarms'
  | 'acts';
export interface Group {
  readonly key: GroupKey;
  readonly rows: readonly Row[];
  readonly total: number;
}
export interface Searchable<E extends Entry> {
  readonly entries: readonly E[];
  readonly index: SearchIndex;
}
export interface Searched {
  readonly commands: Searchable<CommandEntry>;
  readonly parameters: Searchable<ParameterEntry>;
  readonly stations: Searchable<StationEntry>;
  readonly devices: Searchable<DeviceEntry>;
  readonly alarms: Searchable<SensorAlarmEntry>;
  /** The worst first. Only while they are asked for. */
  readonly openAlarms: Searchable<OpenAlarmEntry>;
  /** Rows that run a script. */
  readonly scripts: Searchable<CommandEntry>;
}

const shown = { here: 8, commands: 12, scripts: 8, stations: 12, parameters: 8 };
const ranks: readonly Hit['rank'][] = ['exact', 'prefix', 'wordStart', 'inside', 'subsequence', 'typo'];
/** From here on what was typed begins no word: it stands in the midst of one, in its order, or nearly. */
const insideRank = ranks.indexOf('inside');
/** Alarms of which the worst are shown. */
const mostAlarms = 1000;
const rankOf = (row: Row | undefined) => (row?.hit == null ? ranks.length : ranks.indexOf(row.hit.rank));

/** Whether a command can run: permission first, then what it says of the situation. */
export function availability({ command }: CommandEntry, context: CommandContext): Availability {
  const { permission } = command;
  if (permission !== undefined && !hasPermission(context.session.permissions, permission)) {
    const needs = typeof permission === 'string' ? permission : permission.join(', ');
    return { message: 'notice.forbidden', params: { permission: needs } };
  }
  const situation = command.when?.(context) ?? true;
  return situation === true ? true : { message: situation };
}

/** True for a command that takes the stations that are ticked. */
const takesStations = (entry: Entry) =>
  entry.type === 'command' && argumentSteps(entry.command).some(({ ask }) => ask === 'stations');

/** True for a command that acts on what is on screen: the open station, the chart, what the screen itself offers. */
export function concernsScreen(entry: CommandEntry, context: CommandContext, ticked: boolean): boolean {
  const { command } = entry;
  if (ticked && takesStations(entry)) return true;
  if (context.screen.situation(command) !== null) return true;
  const steps = argumentSteps(command);
  const places = command.places ?? [];
  if (context.chart !== null && places.includes('chart')) return true;
  if (steps.some((step) => shownFor(step, context) !== null)) return true;
  const station = context.stations.open ?? context.stations.selected;
  return station !== null && steps.some(({ ask }) => ask === 'station');
}

function commandGroups(
  { entries, index }: Searched['commands'],
  text: string,
  context: CommandContext,
  recency: (key: string) => number | undefined,
  ticked: boolean,
): Group[] {
  const { hits } = index.search(text, { limit: 60, recency });
  const rows = hits.flatMap((hit): Row[] => {
    const entry = entries[hit.index];
    return entry === undefined ? [] : [{ entry, hit, available: availability(entry, context) }];
  });
  const isHere = (row: Row) =>
    row.entry.type === 'command' && row.available === true && concernsScreen(row.entry, context, ticked);
  const here = rows.filter(isHere);
  const rest = rows.filter((row) => !here.includes(row));
  // What cannot run now stays in sight, behind what can.
  const sorted = [
    ...rest.filter((row) => row.available === true),
    ...rest.filter((row) => row.available !== true),
  ];
  return [
    { key: 'here', rows: here.slice(0, shown.here), total: here.length },
    { key: 'commands', rows: sorted.slice(0, shown.commands), total: rest.length },
  ];
}

function foundRows<E extends Entry>(
  { entries, index }: Searchable<E>,
  text: string,
  limit: number,
  recency: (key: string) => number | undefined,
): { readonly rows: readonly Row[]; readonly total: number } {
  const { hits, total } = index.search(text, { limit, recency });
  const rows = hits.flatMap((hit): Row[] => {
    const entry = entries[hit.index];
    return entry === undefined ? [] : [{ entry, hit, available: true }];
  });
  return { rows, total };
}

/** Alarms that match a text: the better match first, then the worse alarm. */
function foundAlarms(
  { entries, index }: Searched['openAlarms'],
  text: string,
): { readonly rows: readonly Row[]; readonly total: number } {
  const { hits, total } = index.search(text, { limit: mostAlarms });
  const rows = hits
    .toSorted((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank) || a.index - b.index)
    .slice(0, 48)
    .flatMap((hit): Row[] => {
      const entry = entries[hit.index];
      return entry === undefined ? [] : [{ entry, hit, available: true }];
    });
  return { rows, total };
}

/** Words that say no more than Enter does: *go to history*, 打开报警, ホームに戻る. */
const goes =
  /^(?:go\s+to|goto|open|show|view|jump\s+to|see)\s+(?:the\s+)?|^(?:打开|查看|跳转到|跳到|转到|进入|显示|去|看)\s*|\s*(?:を?開く|を?開いて|を?表示(?:する)?|[へに]移動(?:する)?|[へに]行く|[へに]戻る|を?見る)$/i;
const bestOf = (groups: readonly Group[]) =>
  Math.min(...groups.flatMap(({ rows }) => rows.map((row) => rankOf(row))), ranks.length);

/**
 * What matches a text: what concerns the screen first, then the groups by their best match. Where the text as a whole
 * is in no name, what it wants to go to is looked for.
 */
export function search(...asked: Parameters<typeof matching>): readonly Group[] {
  const [searched, prefix, text, ...rest] = asked;
  const found = matching(...asked);
  const wanted = text.replace(goes, '');
  if (wanted === text || wanted === '' || bestOf(found) <= insideRank) return found;
  const other = matching(searched, prefix, wanted, ...rest);
  return bestOf(other) < bestOf(found) ? other : found;
}

function matching(
  searched: Searched,
  prefix: Prefix | null,
  text: string,
  context: CommandContext,
  recency: (key: string) => number | undefined,
  ticked: boolean,
): readonly Group[] {
  const wants = (...own: readonly (Prefix | null)[]) => own.includes(prefix);
  const many = prefix === null ? 1 : 4;
  const [here, ...others] = wants(null, '>')
    ? commandGroups(searched.commands, text, context, recency, ticked)
    : [];
  if (wants(null, '>'))
    others.push({ key: 'scripts', ...foundRows(searched.scripts, text, shown.scripts * many, recency) });
  if (wants(null, '@'))
    others.push({ key: 'stations', ...foundRows(searched.stations, text, shown.stations * many, recency) });
  // A number of a device is typed or pasted bare.
  if (wants('#') || (prefix === null && /\d{4}/.test(text.normalize('NFKC'))))
    others.push({ key: 'devices', ...foundRows(searched.devices, text, 48, recency) });
  if (wants('!')) {
    others.push({ key: 'openAlarms', ...foundAlarms(searched.openAlarms, text) });
    others.push({ key: 'alarms', ...foundRows(searched.alarms, text, 48, recency) });
  }
  if (wants(null, ':')) {
    others.push({
      key: 'parameters',
      ...foundRows(searched.parameters, text, shown.parameters * many, recency),
    });
  }
  const best = (group: Group | undefined) => Math.min(...(group?.rows ?? []).map((row) => rankOf(row)));
  const sorted = others.filter(({ rows }) => rows.length > 0).sort((a, b) => best(a) - best(b));
  if (here === undefined || here.rows.length === 0) return sorted;
  // What is called exactly so is meant, wherever it belongs; a word that begins so, before what has it in the midst.
  const [first] = sorted;
  const isMeant = best(first) === 0 ? best(here) > 0 : best(first) < insideRank && best(here) >= insideRank;
  return first !== undefined && isMeant ? [first, here, ...sorted.slice(1)] : [here, ...sorted];
}

/** What is offered before anything is typed: what ran lately, what the screen is good for, where one can go. */
export function suggestions(
  searched: Searched,
  prefix: Prefix | null,
  context: CommandContext,
  recent: readonly string[],
  ticked: boolean,
): readonly Group[] {
  const plain = (entry: Entry): Row => ({ entry, hit: null, available: true });
  const lists = {
    '@': ['stations', searched.stations.entries],
    '#': ['devices', searched.devices.entries],
    ':': ['parameters', searched.parameters.entries],
  } as const;
  if (prefix === '!') {
    const [open, sensors] = [searched.openAlarms.entries, searched.alarms.entries];
    return [
      { key: 'openAlarms' as const, rows: open.slice(0, 48).map(plain), total: open.length },
      { key: 'alarms' as const, rows: sensors.slice(0, 48).map(plain), total: sensors.length },
    ].filter(({ total }) => total > 0);
  }
  if (prefix === '@' || prefix === '#' || prefix === ':') {
    const [key, entries] = lists[prefix];
    return [{ key, rows: entries.slice(0, 48).map(plain), total: entries.length }];
  }
  const wanted = new Set(recent);
  const used = searched.stations.entries.filter(({ key }) => wanted.has(key));
  const all = new Map<string, Entry>(
    [...searched.commands.entries, ...searched.scripts.entries, ...used].map((entry) => [entry.key, entry]),
  );
  const rowOf = (entry: Entry): Row =>
    entry.type === 'command' ? { entry, hit: null, available: availability(entry, context) } : plain(entry);
  const can = ({ available }: Row) => available === true;
  const commands = searched.commands.entries.map(rowOf).filter(can);
  if (ticked) {
    const rows = commands.filter(({ entry }) => takesStations(entry));
    return [{ key: 'here', rows, total: rows.length }];
  }
  // What ran and cannot run here comes back where it can.
  const lately = recent
    .flatMap((key) => all.get(key) ?? [])
    .filter(({ type }) => prefix === null || type === 'command')
    .map(rowOf)
    .filter(can);
  const recently = lately.slice(0, 6);
  const twice = new Set(recently.map(({ entry }) => entry));
  const rows = commands.filter(({ entry }) => !twice.has(entry));
  const isHere = ({ entry }: Row) => entry.type === 'command' && concernsScreen(entry, context, false);
  const own = rows.filter(isHere);
  // What only this screen can do stands before what its station could be taken for.
  const onlyHere = ({ entry }: Row) =>
    entry.type === 'command' && !argumentSteps(entry.command).some(({ ask }) => ask === 'station');
  const ordered = [...own.filter(onlyHere), ...own.filter((row) => !onlyHere(row))];
  const here = ordered.toSorted((a, b) => Number(isDangerousRow(a.entry)) - Number(isDangerousRow(b.entry)));
  const rest = rows.filter((row) => !isHere(row));
  const groups: readonly Group[] = [
    { key: 'recent', rows: recently, total: lately.length },
    { key: 'here', rows: here.slice(0, 24), total: here.length },
    { key: 'commands', rows: rest.slice(0, prefix === '>' ? 96 : 24), total: rest.length },
  ];
  return groups.filter((group) => group.rows.length > 0).map(harmlessFirst);
}

/** Before anything is typed, what does harm where it was not meant stands last. */
function harmlessFirst(group: Group): Group {
  const isHarmless = ({ entry }: Row) => !isDangerousRow(entry);
  const { rows } = group;
  return { ...group, rows: [...rows.filter(isHarmless), ...rows.filter((row) => !isHarmless(row))] };
}

/** Key of the row that is chosen by itself; empty where there is none, or where the best one is dangerous. */
export function firstChoice(rows: readonly Row[]): string {
  const best = rows.find(({ available }) => available === true) ?? rows[0];
  return best === undefined || isDangerousRow(best.entry) ? '' : best.entry.key;
}
