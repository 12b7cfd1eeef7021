/** What an alarm says, in the user's language: made of the facts that were frozen with its newest event. Pure. */
import type { MessageParams } from '../base/errors.ts';
import type { MessageId } from '../base/messages.ts';
import { formatNumber } from '../base/number-text.ts';
import { formatTime } from '../base/time-text.ts';
import { kindByCode, rows } from '../catalogue/index.ts';
import type { RowId } from '../catalogue/model.ts';
import { quantityOf } from '../domain/alarms/quantities/index.ts';
import { kindChannels } from './kind-channels.ts';
import { elementMessage, kindChannelMessage, quantityChoiceMessage, quantityMessage } from './messages.ts';

/** A message in a language. */
type Words = (id: MessageId, params?: MessageParams) => string;

/** What a term of a rule was at an event, as it is frozen with the event. */
export interface TermFacts {
  readonly quantity: string;
  readonly args: Readonly<Record<string, number | string>>;
  readonly row: string | null;
  readonly element: number;
  readonly channel: string | null;
  /** Sensor type code, where the kind is a company's. */
  readonly kind?: number;
  readonly value: number | null;
  readonly unit: string | null;
  readonly side: 'above' | 'below' | null;
  readonly either: boolean;
  readonly limit: number | null;
}

/** What an alarm of the alarm system itself is about, as it is frozen with its events. */
export interface SystemWords {
  readonly type: 'duty' | 'channel';
  readonly name: string;
  /** UTC ms, with the zone in which they are said; null = no end is known. */
  readonly from: number;
  readonly to: number | null;
  readonly timeZone: string;
  readonly answer: string;
}

/** What words are made of: an alarm with the facts of its newest event. */
export interface AlarmFacts {
  readonly isBlind: boolean;
  readonly present: number;
  readonly facts: {
    readonly ruleName: string;
    readonly ruleVersion: number;
    readonly terms: readonly TermFacts[];
    readonly system?: SystemWords;
  };
}

/** Digits after the point of what is measured in a unit of its own. */
const digitsOfUnit: Readonly<Record<string, number>> = {
  '°': 1,
  mm: 1,
  m: 2,
  'mm/d': 2,
  V: 2,
  '%': 1,
  d: 1,
  h: 1,
};
const mostDigits = 6;
/** Quantities of which the sign says which way it went. */
const signed = new Set(['absoluteChange', 'change', 'speed', 'rate', 'shearRate']);
/** Quantities that hold or do not: their value and limit say nothing more. */
const twoValued = new Set(['deviceAlarmState', 'runStatus']);

const isRow = (row: string | null): row is RowId => row !== null && Object.hasOwn(rows, row);

const kindOf = ({ kind }: TermFacts) => (kind === undefined ? undefined : kindByCode(kind));

function channelOf(term: TermFacts) {
  const { row, element, channel } = term;
  if (!isRow(row) || channel === null) return null;
  const kind = kindOf(term);
  const ofKind =
    kind && kindChannels(kind).find((one) => one.row === row && one.channel.id === channel)?.channel;
  if (ofKind?.type === 'number') return ofKind;
  const definition = rows[row];
  const own = element > 0 ? definition.elements?.channels : definition.channels;
  const found = own?.find(({ id }) => id === channel);
  return found?.type === 'number' ? found : null;
}

/** Digits that a number has of itself, as far as they are stored. */
function ownDigits(value: number): number {
  for (let digits = 0; digits < mostDigits; digits += 1) {
    const whole = value * 10 ** digits;
    if (Math.abs(whole - Math.round(whole)) < 1e-6 * Math.max(1, Math.abs(whole))) return digits;
  }
  return mostDigits;
}

/** Digits after the point with which value and limit of a term are written, alike so that they can be compared. */
export function digitsOfTerm(term: TermFacts): number {
  const ofQuantity = quantityOf(term.quantity)?.unit;
  const base =
    ofQuantity?.of === 'channel' ? (channelOf(term)?.digits ?? 2) : (digitsOfUnit[term.unit ?? ''] ?? 2);
  return term.limit === null ? base : Math.max(base, ownDigits(term.limit));
}

/** The unit never stands on a line of its own. */
const withUnit = (number: string, unit: string | null) => (unit === null ? number : `${number}\u00a0${unit}`);

/** The value of a term without its unit; with a sign where it says which way it went. */
export function termValue(term: TermFacts): string {
  const number = formatNumber(term.value, digitsOfTerm(term));
  return signed.has(term.quantity) && (term.value ?? 0) > 0 && Number(number) !== 0 ? `+${number}` : number;
}

/** The limit of a term without its unit: ± where amounts are compared. '' where there is none to speak of. */
export function termLimit(term: TermFacts): string {
  if (term.limit === null || twoValued.has(term.quantity)) return '';
  return `${term.either ? '±' : ''}${formatNumber(term.limit, digitsOfTerm(term))}`;
}

/** True where a term has a number of its own to be shown. */
export const hasNumber = (term: TermFacts): boolean => !twoValued.has(term.quantity);

/** What it is measured of: "Node 3 X displacement", "Angle X"; '' for what is of a whole row or RTU. */
function subjectOf(term: TermFacts, text: Words): string {
  if (!isRow(term.row) || term.channel === null) return '';
  // Of a newer server, as it is called there.
  if (channelOf(term) === null) return term.channel;
  const channel = text(kindChannelMessage(kindOf(term), term.row, term.channel));
  const part = rows[term.row].elements?.id;
  return term.element > 0 && part !== undefined
    ? `${text(elementMessage(term.row, part), { number: term.element })} ${channel}`
    : channel;
}

/** A length of time of a rule: 1 h, 30 min, 7 d. */
function spanText(amount: number, unit: 'min' | 'h' | 'd', text: Words): string {
  const [number, own] =
    unit === 'h' && amount >= 48 && amount % 24 === 0
      ? ([amount / 24, 'd'] as const)
      : ([amount, unit] as const);
  return text(`alarms.span.${own}`, { number: formatNumber(number, ownDigits(number)) });
}

const statistics = ['cumulative', 'maximum', 'minimum', 'mean', 'spread'] as const;

/** What the words of a quantity take besides its value. */
function partsOf(term: TermFacts, text: Words): Readonly<Record<string, string>> {
  const { args } = term;
  const number = (name: string) => (typeof args[name] === 'number' ? args[name] : 0);
  const statistic = statistics.find((one) => one === args['statistic']) ?? 'maximum';
  const flag = typeof args['flag'] === 'string' ? args['flag'] : '';
  const [name, unit] =
    term.quantity === 'speed'
      ? (['range', 'min'] as const)
      : term.quantity === 'antecedentRain'
        ? (['days', 'd'] as const)
        : term.quantity === 'effectiveRain'
          ? (['halfLife', 'h'] as const)
          : (['window', 'h'] as const);
  return {
    subject: subjectOf(term, text),
    value: withUnit(termValue(term), term.unit),
    window: spanText(number(name), unit, text),
    statistic: text(`alarms.statistic.${statistic}`),
    flag: flag === '' ? '' : text(quantityChoiceMessage('runStatus', 'flag', flag)),
  };
}

/** The words of a term without its limit: "Angle X +0.031 ° in 1 h". One of a newer server is what it is called there. */
export function termText(term: TermFacts, text: Words): string {
  if (quantityOf(term.quantity) === undefined)
    return `${term.quantity} ${withUnit(termValue(term), term.unit)}`;
  return text(`alarms.what.${term.quantity}` as MessageId, partsOf(term, text));
}

/** What a term is of, without its value: "Angle X", "Angle X · Change". */
export function quantityText(term: TermFacts, text: Words): string {
  const subject = subjectOf(term, text);
  if (quantityOf(term.quantity) === undefined) return term.quantity;
  if (term.quantity === 'value' && subject !== '') return subject;
  const quantity = text(quantityMessage(term.quantity));
  return subject === '' || subject === quantity ? quantity : `${subject} · ${quantity}`;
}

/** The words of a term with its limit: "Angle X +0.031 ° in 1 h > 0.030 °". */
export function limitText(term: TermFacts, text: Words): string {
  const words = termText(term, text);
  const limit = termLimit(term);
  return limit === '' || term.side === null
    ? words
    : `${words} ${term.side === 'above' ? '>' : '<'} ${withUnit(limit, term.unit)}`;
}

/** The name of a channel, a webhook's as it was given. */
export const channelText = (name: string, text: Words): string =>
  name === 'mail' || name === 'push' ? text(`notify.${name}`) : name;

/** What is wrong with the alarm system itself: "Nobody is on duty in Night · First from … to …". */
function systemText({ type, name, from, to, timeZone, answer }: SystemWords, text: Words): string {
  const time = (at: number) => formatTime(at, timeZone, 'dayTime');
  if (type === 'channel')
    return text('alarms.system.channel', {
      ...{ name: channelText(name, text), from: time(from) },
      // An answer of the server itself is the id of a message.
      answer: answer.startsWith('notify.') ? text(answer as MessageId) : answer,
    });
  return to === null
    ? text('alarms.system.dutyOpen', { name, from: time(from) })
    : text('alarms.system.duty', { name, from: time(from), to: time(to) });
}

/** What an alarm is about, in a line: against its limit while it holds; that nobody is watching where it is blind. */
export function alarmText({ isBlind, facts, present }: AlarmFacts, text: Words): string {
  const [term] = facts.terms;
  if (facts.system !== undefined) return systemText(facts.system, text);
  if (term === undefined) return facts.ruleName;
  if (!isBlind) return present > 0 ? limitText(term, text) : termText(term, text);
  const subject =
    subjectOf(term, text) ||
    (quantityOf(term.quantity) === undefined ? term.quantity : text(quantityMessage(term.quantity)));
  return text('alarms.blind', { subject });
}

/** The same as a heading above its facts, which name the limit. */
export function headText(alarm: AlarmFacts, text: Words): string {
  return alarmText({ ...alarm, present: 0 }, text);
}

/** Why an alarm was closed where nobody said so: of one of the alarm system itself, what it was about is there no more. */
export const closingText = (
  why: 'answered' | 'finding' | 'edited' | 'left',
  { facts }: Pick<AlarmFacts, 'facts'>,
  text: Words,
): string =>
  text(why === 'left' && facts.system !== undefined ? 'alarms.closing.removed' : `alarms.closing.${why}`);

/** The rule that raised it, with the version that it raised it by: "Slope tilt 1 h, v7"; or that it is of the alarm system. */
export const ruleText = ({ facts }: Pick<AlarmFacts, 'facts'>, text: Words): string =>
  facts.system !== undefined
    ? text('alarms.system.name')
    : text('alarms.rule', { name: facts.ruleName, version: facts.ruleVersion });
