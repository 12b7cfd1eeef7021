/** Reads a sentence that runs a command on a station: `restart @YN-0001`, `open @YN-0001 curve`. Pure. */
import { stations as stationCommands } from '../../../../../commands/stations/index.ts';
import { languages, type MessageId } from '../../../../base/messages.ts';
import { kindByCode, rtu } from '../../../../catalogue/index.ts';
import { argumentSteps } from '../../../../command/arguments.ts';
import type { Args } from '../../../../command/command.ts';
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { isDangerousRow } from '../danger.ts';
import { type AllWords, type CommandEntry, type StationEntry, wordFields } from '../entries.ts';
import type { Searchable } from '../results.ts';
import { type Hit, SearchIndex, type SearchItem } from '../search/index.ts';
import { cutStation, type NamedStation, plainText } from './named.ts';

export interface CommandReading {
  readonly entry: CommandEntry;
  /** With the station. */
  readonly args: Args;
  /** Of the row that is found for it. */
  readonly hit: Hit | null;
}
export interface CommandSentence {
  /** Null = what was named is none, or can be several. */
  readonly station: StationSummary | null;
  readonly stationText: string;
  readonly unclear: NamedStation | null;
  /** What is to be done, as typed. */
  readonly said: string;
  /** Best first; at least one. */
  readonly readings: readonly CommandReading[];
  /** The first is chosen by itself: it is harmless, or was named in full. */
  readonly isChosen: boolean;
}

const goes =
  /^(?:go\s+to|goto|open|show|view|jump\s+to|see)(?=\s|$)|^(?:打开|查看|跳转到|跳到|转到|进入|显示|去|看)|\s*(?:を?開く|を?開いて|を?表示(?:する)?|[へに]移動(?:する)?|へ行く|に行く|を?見る)\s*$/i;
const politeness =
  /^\s*(?:please|pls|请|請)\s*|^\s*[把将]\s*|\s*(?:please|一下|吧|してください|して下さい|する|します|して)\s*$/gi;
const particles =
  /(?:^|\s)(?:of|on|for|at|from|the|in)(?=\s|$)|(?:^|\s)[的のをでへにも]+|[的のをでへに]+(?=\s|$)|を/gi;

/** What a text says once everything that only joins its words is taken out. */
const bare = (text: string) => text.replace(particles, ' ').replace(/\s+/g, ' ').trim();

const tabs = ['map', 'latest', 'overview', 'curve', 'analysis', 'commands', 'remarks'] as const;
type Tab = (typeof tabs)[number];
let tabIndex: { readonly of: AllWords; readonly index: SearchIndex } | null = null;

/** The tab of a station that a text names, in any language; null where it names none. */
function tabOf(text: string, words: AllWords): Tab | null {
  if (tabIndex?.of !== words) {
    const items = tabs.map(
      (tab): SearchItem => ({
        key: tab,
        fields: languages.flatMap((language) =>
          wordFields([`station.tab.${tab}` as MessageId], language, words).slice(0, 1),
        ),
      }),
    );
    tabIndex = { of: words, index: new SearchIndex(items) };
  }
  const [hit] = tabIndex.index.search(text, { limit: 1 }).hits;
  return hit === undefined || isLoose(hit) ? null : (tabs[hit.index] ?? null);
}

const isLoose = ({ rank }: Hit) => rank === 'typo' || rank === 'subsequence';
const takesStation = ({ command, args }: CommandEntry) =>
  argumentSteps(command).some(({ name, ask }) => ask === 'station' && !(name in args));

/** True for a command, and for an order that some device of the station takes. */
function fits({ args }: CommandEntry, station: StationSummary | null): boolean {
  const { command: action } = args;
  if (station === null || typeof action !== 'string') return true;
  return [rtu, ...station.kinds.map(kindByCode)].some((device) =>
    (device?.actions as readonly string[] | undefined)?.includes(action),
  );
}

/** Reads a sentence; null when it names no station, or nothing that is done to one. */
export function parseCommandSentence(
  text: string,
  stations: Searchable<StationEntry>,
  { entries, index }: Searchable<CommandEntry>,
  words: AllWords,
): CommandSentence | null {
  const place = cutStation(plainText(text), stations);
  if (place === null || place.stationText === '') return null;
  const [one] = place.found;
  const station = place.found.length === 1 ? (one ?? null) : null;
  const said = `${place.before} ${place.after}`.replace(politeness, ' ').trim();
  const asked = said.replace(goes, ' ');
  const isGoing = asked !== said;
  const wanted = bare(asked);
  const common = {
    ...{ station, stationText: place.stationText, unclear: station === null ? place : null, said },
  };
  const at = (args: Args): Args => (station === null ? args : { ...args, stationId: station.id });
  const opens = entries.find(({ command }) => command === stationCommands.open);
  const toTab = (tab: Tab): CommandSentence | null =>
    opens === undefined
      ? null
      : { ...common, readings: [{ entry: opens, args: at({ tab }), hit: null }], isChosen: true };
  if (wanted === '') return isGoing ? toTab('latest') : null;
  const tab = tabOf(wanted, words);
  if (isGoing) return tab === null ? null : toTab(tab);
  const include = (place: number) => {
    const entry = entries[place];
    return entry !== undefined && takesStation(entry) && fits(entry, station);
  };
  const hits = index.search(wanted, { limit: 6, include }).hits.filter((hit) => !isLoose(hit));
  const readings = hits.flatMap((hit): CommandReading[] => {
    const entry = entries[hit.index];
    return entry === undefined ? [] : [{ entry, args: at(entry.args), hit }];
  });
  const [best] = readings;
  if (best === undefined) return tab === null ? null : toTab(tab);
  return { ...common, readings, isChosen: best.hit?.rank === 'exact' || !isDangerousRow(best.entry) };
}
