/** Reads a typed sentence, in any of the three languages: `set @YN-0123 send cycle 10m`. Pure. */
import { groups, kindByCode, rtu } from '../../../../catalogue/index.ts';
import type { GroupId, ParameterField, ParameterValue } from '../../../../catalogue/model.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import { parameterFields } from '../../../../derive/parameter-fields.ts';
import { checkField, type ParameterProblem } from '../../../../domain/parameter-rules.ts';
import type { AllWords, ParameterEntry, StationEntry } from '../entries.ts';
import type { Searchable } from '../results.ts';
import { cutTokens, cutVerb } from './tokens.ts';
import { readValue } from './value.ts';

/** One way to read what was typed. */
export interface SentenceReading {
  readonly entry: ParameterEntry;
  /** As the station's kind has it: unit and digits of its primary channel where they are shared. */
  readonly field: ParameterField;
  /** undefined = none typed yet, or not a value of this field. */
  readonly value: ParameterValue | undefined;
  readonly problem: ParameterProblem | null;
}
export interface Sentence {
  /** The word that began it, as typed. */
  readonly verb: string;
  /** Null = not said, and none is on screen. */
  readonly station: StationSummary | null;
  readonly stationText: string;
  readonly fieldText: string;
  readonly valueText: string;
  /** Best first. */
  readonly readings: readonly SentenceReading[];
}

/** The station that `@…` names: its number, its serial number, or the best match of its name. */
function findStation(text: string, { entries, index }: Searchable<StationEntry>): StationSummary | null {
  const [hit] = index.search(text, { limit: 1 }).hits;
  return (hit === undefined ? undefined : entries[hit.index]?.station) ?? null;
}

/** Groups that a station's RTU and sensors have, with the kind that gives a group its unit. */
function groupsOf(station: StationSummary | null): ReadonlyMap<GroupId, number | null> {
  if (station === null) return new Map((Object.keys(groups) as GroupId[]).map((id) => [id, null]));
  const found = new Map<GroupId, number | null>(rtu.groups.map((id) => [id, null]));
  for (const code of station.kinds)
    for (const id of kindByCode(code)?.groups ?? []) if (!found.has(id)) found.set(id, code);
  return found;
}

const looksLikeValue = /^[+\-−]?\d|^(?:on|off|yes|no|true|false|开|关|オン|オフ|有効|無効)$/i;

/**
 * Reads a sentence; null when the text begins with no verb.
 * @param here the station on screen, meant where none is named
 */
export function parseSentence(
  text: string,
  stations: Searchable<StationEntry>,
  parameters: Searchable<ParameterEntry>,
  words: AllWords,
  here: StationSummary | null,
): Sentence | null {
  const cut = cutVerb(text);
  if (cut === null) return null;
  const { stationText, tokens } = cutTokens(cut.rest);
  const station = stationText === '' ? here : findStation(stationText, stations);
  const last = tokens.at(-1) ?? '';
  const available = groupsOf(station);
  const include = (index: number) => available.has(parameters.entries[index]?.group ?? 'basic');
  const find = (wanted: string) => parameters.index.search(wanted, { limit: 6, include }).hits;
  const whole = tokens.join(' ');
  const before = tokens.slice(0, -1).join(' ');
  const hasValue = tokens.length > 1 && (looksLikeValue.test(last) || find(whole).length === 0);
  const fieldText = hasValue ? before : whole;
  const valueText = hasValue ? last : '';
  const readings = (fieldText === '' ? [] : find(fieldText)).flatMap((hit): SentenceReading[] => {
    const entry = parameters.entries[hit.index];
    if (entry === undefined) return [];
    const code = available.get(entry.group) ?? null;
    const kind = code === null ? undefined : kindByCode(code);
    const field = parameterFields(entry.group, kind).find(({ id }) => id === entry.field.id) ?? entry.field;
    const value = readValue(field, valueText, words);
    return [{ entry, field, value, problem: value === undefined ? null : checkField(field, value) }];
  });
  return { verb: cut.verb, station, stationText, fieldText, valueText, readings };
}
