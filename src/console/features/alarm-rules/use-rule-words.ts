import { useMemo } from 'react';
import type { Level } from '../../../base/alarm-words.ts';
import type { MessageId } from '../../../base/messages.ts';
import { enumValues, kindByCode } from '../../../catalogue/index.ts';
import {
  channelMessage,
  enumValueMessage,
  kindMessage,
  quantityArgumentMessage,
  quantityChoiceMessage,
  quantityMessage,
  rowMessage,
} from '../../../derive/messages.ts';
import type { Definition } from '../../../domain/alarms/definition.ts';
import { quantityOf } from '../../../domain/alarms/quantities/index.ts';
import { type Hold, rankOf, type Side, type Source, type Term } from '../../../domain/alarms/rule.ts';
import { type Text, useText } from '../../components/i18n.ts';
import { type RuleTarget, useScopeTargets } from '../../state/alarm-rules.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import { useStations } from '../../state/sites/stations.ts';
import type { EditedCondition, EditedLevel, EditedLimit } from './edits.ts';
import { unitOfTerm } from './quantities.ts';

type Scope = Definition['scope'];
const everywhere: Scope = { projects: [], kinds: [], stations: [], except: [], mounts: [], labels: [] };

export interface NamedThing {
  readonly id: number;
  readonly name: string;
  readonly note: string;
  /** The company that it belongs to; null = not known. */
  readonly companyId: number | null;
}

/** A rule in the user's words. */
export interface RuleWords {
  readonly level: (level: Level) => string;
  readonly quantity: (id: string) => string;
  readonly argument: (quantity: string, argument: string, value: number | string) => string;
  /** A channel, with the table that it is of. */
  readonly channel: (source: Source | undefined) => string;
  readonly term: (term: Term) => string;
  readonly amount: (value: number | undefined, unit: string) => string;
  readonly limit: (limit: EditedLimit) => string;
  readonly condition: (condition: EditedCondition) => string;
  readonly hold: (hold: Hold) => string;
  /** "Orange when …, for 2 readings". */
  readonly sentence: (level: EditedLevel) => string;
  readonly kind: (code: number) => string;
  readonly mount: (code: number) => string;
  readonly project: (id: number) => string;
  readonly station: (id: number) => string;
  readonly target: (of: 'sensor' | 'rtu', id: number) => string;
  /** "Lianhua, K42", or all. */
  readonly scope: (scope: Scope) => string;
  readonly projects: readonly NamedThing[];
  readonly stations: readonly (NamedThing & { readonly projectId: number })[];
  readonly companies: readonly NamedThing[];
  /** Every sensor that the user may see, and every RTU. */
  readonly sensors: readonly RuleTarget[];
  readonly rtus: readonly RuleTarget[];
}

export const sideSign = (side: Side): string => (side === 'above' ? '≥' : '≤');
/** What a level is left by. */
export const releaseSign = (side: Side): string => (side === 'above' ? '<' : '>');

/** A number as it is typed, with a true minus. */
export const plainNumber = (value: number): string =>
  Number.isFinite(value) ? String(value).replace('-', '−') : '–';

export const targetText = (text: Text, target: RuleTarget): string =>
  target.slot === null
    ? target.stationCode
    : text('rules.slotOf', { station: target.stationCode, slot: target.slot });

function termWords(text: Text, kindText: (code: number) => string, targetOf: (id: number) => string) {
  const quantity = (id: string) => (quantityOf(id) === undefined ? id : text(quantityMessage(id)));
  const argument = (of: string, name: string, value: number | string): string => {
    const declared = quantityOf(of)?.args[name];
    if (declared?.type === 'choice' && typeof value === 'string')
      return declared.choices.includes(value) ? text(quantityChoiceMessage(of, name, value)) : value;
    const unit = declared?.type === 'number' ? (declared.unit ?? '') : '';
    const amount = `${typeof value === 'number' ? plainNumber(value) : value}${unit === '' ? '' : ` ${unit}`}`;
    return Object.keys(quantityOf(of)?.args ?? {}).length < 2
      ? amount
      : text('rules.named', { name: text(quantityArgumentMessage(of, name)), value: amount });
  };
  const channel = (source: Source | undefined): string => {
    if (source?.row === undefined) return '';
    if (source.channel === undefined) return text(rowMessage(source.row));
    const name = text(channelMessage(source.row, source.channel));
    return (source.element ?? 0) > 0
      ? text('rules.element', { channel: name, element: source.element ?? 0 })
      : name;
  };
  const place = (source: Source | undefined): string => {
    if (source?.sensorId !== undefined) return targetOf(source.sensorId);
    return source?.slot === undefined ? '' : text('rules.slot', { slot: source.slot });
  };
  const term = (one: Term): string => {
    const args = Object.entries(one.args).map(([name, value]) => argument(one.quantity, name, value));
    const own = quantityOf(one.quantity)?.of === 'channel' ? channel(one.source) : '';
    const parts = [place(one.source), own].filter((part) => part !== '').join(' ');
    const name = one.quantity === 'value' && own !== '' ? '' : quantity(one.quantity);
    const whole =
      parts === '' || name === '' ? `${parts}${name}` : text('rules.ofWhat', { what: parts, quantity: name });
    return args.length === 0
      ? whole
      : text('rules.with', { what: whole, args: args.join(text('list.comma')) });
  };
  return { quantity, argument, channel, term, kindText };
}

const joins = { and: 'rules.and', or: 'rules.or' } as const satisfies Record<string, MessageId>;

/**
 * A rule in words of the user's language, edition and sites, and of the company that it is of, where that is known. One
 * and the same while these stand.
 */
export function useRuleWords(companyId?: number | null): RuleWords {
  const text = useText();
  const word = useLevelWord(text);
  const { data } = useStations();
  const sensors = useScopeTargets({ of: 'sensor', scope: everywhere }).targets;
  const rtus = useScopeTargets({ of: 'rtu', scope: everywhere }).targets;
  return useMemo(() => {
    const projects = (data?.projects ?? []).map(({ id, name, code, companyId }) => ({
      ...{ id, name, companyId },
      note: code,
    }));
    const companyOf = new Map(projects.map(({ id, companyId }) => [id, companyId]));
    const stations = (data?.stations ?? []).map(({ id, code, name, projectId }) => ({
      ...{ id, name: code, note: name, projectId },
      companyId: companyOf.get(projectId) ?? null,
    }));
    const names = new Map((data?.projects ?? []).map((one) => [one.companyId, one.companyName]));
    const companies = [...names].map(([id, name]) => ({ id, name, note: '', companyId: id }));
    const named = (list: readonly NamedThing[]) => {
      const names = new Map(list.map(({ id, name }) => [id, name]));
      return (id: number) => names.get(id) ?? `#${id}`;
    };
    const [project, station] = [named(projects), named(stations)];
    const byId = {
      sensor: new Map((sensors ?? []).map((one) => [one.targetId, one])),
      rtu: new Map((rtus ?? []).map((one) => [one.targetId, one])),
    };
    const target = (of: 'sensor' | 'rtu', id: number) => {
      const found = byId[of].get(id);
      return found === undefined ? `#${id}` : targetText(text, found);
    };
    const kind = (code: number) => text(kindMessage(kindByCode(code)?.id ?? 'none'));
    const mount = (code: number) => {
      const value = enumValues.mountMode[code];
      return value === undefined ? String(code) : text(enumValueMessage('mountMode', value));
    };
    const words = termWords(text, kind, (id) => target('sensor', id));
    const level = (own: Level) => word(rankOf(own), { companyId });
    const amount = (value: number | undefined, unit: string) =>
      `${plainNumber(value ?? Number.NaN)}${unit === '' ? '' : ` ${unit}`}`;
    const limit = ({ term, side, either, limit: own }: EditedLimit) => {
      const what = words.term(term);
      return `${either === true ? `|${what}|` : what} ${sideSign(side)} ${amount(own, unitOfTerm(term))}`;
    };
    const condition = (one: EditedCondition, isInner = false): string => {
      if (one.type === 'limit') return limit(one);
      if (one.type === 'not') return text('rules.not', { condition: condition(one.of, true) });
      const all = one.of.map((own) => condition(own, one.of.length > 1)).join(text(joins[one.type]));
      return isInner && one.of.length > 1 ? text('rules.bracket', { condition: all }) : all;
    };
    const hold = (own: Hold) =>
      'readings' in own
        ? text('rules.hold.readings', { count: own.readings })
        : text('rules.hold.minutes', { count: plainNumber(own.minutes) });
    const list = (ids: readonly number[], name: (id: number) => string) =>
      ids.map(name).join(text('list.comma'));
    return {
      ...words,
      level,
      amount,
      limit,
      condition: (one) => condition(one),
      hold,
      sentence: (own) =>
        text('rules.sentence', {
          level: level(own.level),
          condition: condition(own.condition),
          hold: hold(own.hold),
        }),
      kind,
      mount,
      project,
      station,
      target,
      scope: (scope) =>
        scope.projects.length > 0
          ? list(scope.projects, project)
          : scope.stations.length > 0
            ? list(scope.stations, station)
            : text('rules.allProjects'),
      projects,
      stations,
      companies,
      sensors: sensors ?? [],
      rtus: rtus ?? [],
    };
  }, [text, word, companyId, data, sensors, rtus]);
}
