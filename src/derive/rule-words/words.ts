/** A rule in words: its conditions, scope and times, of ids as their names. */
import type { Level } from '../../base/alarm-words.ts';
import type { MessageParams } from '../../base/errors.ts';
import type { MessageId } from '../../base/messages.ts';
import { enumValues, kindByCode } from '../../catalogue/index.ts';
import type { Definition } from '../../domain/alarms/definition.ts';
import type { EditedCondition, EditedLevel, EditedLimit } from '../../domain/alarms/edits.ts';
import { quantityOf } from '../../domain/alarms/quantities/index.ts';
import { type Hold, rankOf, type Side, type Source, type Term } from '../../domain/alarms/rule.ts';
import {
  channelMessage,
  enumValueMessage,
  kindMessage,
  quantityArgumentMessage,
  quantityChoiceMessage,
  quantityMessage,
  rowMessage,
} from '../messages.ts';
import { unitOfTerm } from './term-unit.ts';

type Scope = Definition['scope'];
/** A scope that leaves nothing out. */
export const everywhere: Scope = {
  projects: [],
  kinds: [],
  stations: [],
  except: [],
  mounts: [],
  labels: [],
};

/** Where a sensor or an RTU stands; an RTU is in no slot. */
interface TargetPlace {
  readonly targetId: number;
  readonly stationCode: string;
  readonly slot: number | null;
}
interface NamedId {
  readonly id: number;
  readonly name: string;
}
/** What a rule's ids are the names of. */
export interface RuleNames {
  readonly projects: readonly NamedId[];
  /** By their codes. */
  readonly stations: readonly NamedId[];
  readonly sensors: readonly TargetPlace[];
  readonly rtus: readonly TargetPlace[];
  /** Shared folders with their paths. */
  readonly folders: readonly NamedId[];
  /** The word of a station's label by its code; left out = the code itself. */
  readonly label?: (code: string) => string;
  /** The word of a level by its rank, 1 to 4. */
  readonly level: (rank: number) => string;
}
type Text = (id: MessageId, params?: MessageParams) => string;

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
  /** A label of stations, by its code. */
  readonly label: (code: string) => string;
  readonly project: (id: number) => string;
  readonly station: (id: number) => string;
  /** A shared folder, with what it is in: "River / Bank". */
  readonly folder: (id: number) => string;
  readonly target: (of: 'sensor' | 'rtu', id: number) => string;
  /** "Lianhua, K42", or all. */
  readonly scope: (scope: Scope) => string;
}

export const sideSign = (side: Side): string => (side === 'above' ? '≥' : '≤');
/** What a level is left by. */
export const releaseSign = (side: Side): string => (side === 'above' ? '<' : '>');

/** A number as it is typed, with a true minus. */
export const plainNumber = (value: number): string =>
  Number.isFinite(value) ? String(value).replace('-', '−') : '–';

export const targetText = (text: Text, target: TargetPlace): string =>
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

/** Says rules in one language, by the names that one person sees. What has no name is said by its id. */
export function ruleWords(text: Text, names: RuleNames): RuleWords {
  const named = (list: readonly NamedId[]) => {
    const byId = new Map(list.map(({ id, name }) => [id, name]));
    return (id: number) => byId.get(id) ?? `#${id}`;
  };
  const [project, station, folder] = [named(names.projects), named(names.stations), named(names.folders)];
  const byId = {
    sensor: new Map(names.sensors.map((one) => [one.targetId, one])),
    rtu: new Map(names.rtus.map((one) => [one.targetId, one])),
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
  const level = (own: Level) => names.level(rankOf(own));
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
    label: names.label ?? ((code) => code),
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
    folder,
    target,
    scope: (scope) =>
      scope.projects.length > 0
        ? list(scope.projects, project)
        : (scope.folders ?? []).length > 0
          ? list(scope.folders ?? [], folder)
          : scope.stations.length > 0
            ? list(scope.stations, station)
            : text('rules.allProjects'),
  };
}
