/** Reads a typed sentence, in any of the three languages: `set @YN-0123 send cycle 10m`. Pure. */
import { groups, kindByCode, rtu } from '../../../../catalogue/index.ts';
import type { GroupId, ParameterField, ParameterValue } from '../../../../catalogue/model.ts';
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { parameterFields } from '../../../../derive/parameter-fields.ts';
import { checkField, type ParameterProblem } from '../../../../domain/parameters/parameter-rules.ts';
import type { AllWords, ParameterEntry, StationEntry } from '../entries.ts';
import type { Searchable } from '../results.ts';
import { cutStation, type NamedStation, plainText } from './named.ts';
import { cutVerb, tokensOf } from './tokens.ts';
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
  /** The word that began it, as typed; empty where the sentence has none. */
  readonly verb: string;
  /** Null = not said, and none is on screen; or what was said is none, or several. */
  readonly station: StationSummary | null;
  readonly stationText: string;
  /** What its station can be, where that is not one. */
  readonly unclear: NamedStation | null;
  readonly fieldText: string;
  readonly valueText: string;
  /** Best first. */
  readonly readings: readonly SentenceReading[];
}

/** Groups that a station's RTU and sensors have, with the kind that gives a group its unit. */
function groupsOf(station: StationSummary | null): ReadonlyMap<GroupId, number | null> {
  if (station === null) return new Map((Object.keys(groups) as GroupId[]).map((id) => [id, null]));
  const found = new Map<GroupId, number | null>(rtu.groups.map((id) => [id, null]));
  for (const code of station.kinds)
    for (const id of kindByCode(code)?.groups ?? []) if (!found.has(id)) found.set(id, code);
  return found;
}

const looksLikeValue =
  /^[+\-−]?\d|^(?:on|off|yes|no|true|false|开|关|打开|关闭|启用|停用|オン|オフ|有効|無効)$/i;

/**
 * Reads a sentence; null when the text begins with no verb. Where it names its station by an exact name, it needs none.
 * @param here the station on screen or the one that is ticked, meant where none is named
 */
export function parseSentence(
  text: string,
  stations: Searchable<StationEntry>,
  parameters: Searchable<ParameterEntry>,
  words: AllWords,
  here: StationSummary | null,
): Sentence | null {
  const plain = plainText(text);
  const place = cutStation(plain, stations);
  const bare = place === null ? plain : `${place.before} ${place.after}`.trim();
  const cut = cutVerb(bare);
  if (cut === null && place === null) return null;
  const [said] = place?.found ?? [];
  const one = place?.found.length === 1 ? (said ?? null) : null;
  const station = place === null ? here : one;
  const tokens = tokensOf(cut?.rest ?? bare);
  const last = tokens.at(-1) ?? '';
  const available = groupsOf(station);
  const include = (index: number) => available.has(parameters.entries[index]?.group ?? 'basic');
  const find = (wanted: string) => parameters.index.search(wanted, { limit: 6, include }).hits;
  const whole = tokens.join(' ');
  const isValue = looksLikeValue.test(last);
  const hasValue = tokens.length > 1 && (isValue || find(whole).length === 0);
  const fieldText = hasValue ? tokens.slice(0, -1).join(' ') : whole;
  const valueText = hasValue ? last : '';
  const hits = fieldText === '' ? [] : find(fieldText);
  const isFirm = hits[0] !== undefined && hits[0].rank !== 'typo' && hits[0].rank !== 'subsequence';
  // Without a verb, what is meant has to be plain: this station, this parameter, a value.
  if (cut === null && !(isValue && hasValue && isFirm)) return null;
  const readings = hits.flatMap((hit): SentenceReading[] => {
    const entry = parameters.entries[hit.index];
    if (entry === undefined || (cut?.isSwitch === true && entry.field.type !== 'flag')) return [];
    const code = available.get(entry.group) ?? null;
    const kind = code === null ? undefined : kindByCode(code);
    const field = parameterFields(entry.group, kind).find(({ id }) => id === entry.field.id) ?? entry.field;
    const value = readValue(field, valueText, words);
    return [{ entry, field, value, problem: value === undefined ? null : checkField(field, value) }];
  });
  if (cut?.isSwitch === true && (!isFirm || readings.length === 0)) return null;
  return {
    verb: cut?.verb ?? '',
    station,
    stationText: place?.stationText ?? '',
    unclear: place === null || one !== null || place.stationText === '' ? null : place,
    fieldText,
    valueText,
    readings,
  };
}
