/** A back-test, target by target: reads what its rule asks, and judges it as live evaluation does. */
import {
  type BackTestNoise,
  type BackTestTarget,
  mostBackTestEvents,
  mostBackTestMoments,
} from '../../../contract/alarms/back-test.ts';
import { type Definition, ruleFor } from '../../../domain/alarms/definition.ts';
import {
  type JudgedInstance,
  type ReadingSeries,
  type SourceKey,
  sourcesOf,
} from '../../../domain/alarms/judged-instance.ts';
import type { SourceColumns } from '../../../domain/alarms/model.ts';
import { Calm, isNoise } from '../../../domain/alarms/noise.ts';
import {
  channelsOf,
  columnChannelsOf,
  judgePast,
  stepPastColumns,
  termColumns,
} from '../../../domain/alarms/past.ts';
import { quantityOf } from '../../../domain/alarms/quantities/index.ts';
import { limitsIn, type Rule } from '../../../domain/alarms/rule.ts';
import type { Columns } from '../../../domain/alarms/step-columns.ts';
import { readColumns } from '../../storage/readings/columns.ts';
import type { ReadingSource } from '../../storage/readings/source.ts';
import { readStretch } from '../../storage/readings/stretch.ts';
import type { StretchReading } from '../../storage/storage.ts';
import { storedRow } from '../../storage/tables.ts';
import { partsOf, receiptsFrom, receiptsOf } from '../reading-series.ts';
import type { BackTestFound, TestedPast, TestedTarget, TestedValues } from './messages.ts';

/** How a target is judged by a definition from the beginning of the stretch on. */
function judgedBy({ definition, from }: TestedPast, target: TestedTarget): JudgedInstance {
  const { collectionCycle, sendCycle, formerCycles, zone, rainBoundary, places } = target;
  const rule = ruleFor(definition, target.id, from);
  const byTerm = new Map(definition.terms.map((term, index) => [term, places[index] ?? null]));
  return {
    versions: [{ from, rule }],
    collectionCycle,
    sendCycle,
    formerCycles,
    zone,
    rainBoundary,
    place: (term) => byTerm.get(term) ?? null,
  };
}

/** Readings of the sources of a target, as far back as its quantities look. */
async function seriesOf(
  source: ReadingSource,
  { from, to }: TestedPast,
  judged: JudgedInstance,
  receiptSources: readonly SourceKey[],
): Promise<{ readonly series: ReadingSeries; readonly receipts: readonly number[] }> {
  const { sources, history } = sourcesOf(judged, from);
  const channels = channelsOf(judged);
  const start = from - history;
  const series = new Map<SourceKey, readonly StretchReading[]>();
  for (const key of new Set([...sources, ...receiptSources])) {
    const { row, sourceId } = partsOf(key);
    const isHeard = receiptSources.includes(key);
    const only = sources.has(key) ? (channels.get(key) ?? null) : new Set<string>();
    const since = isHeard ? receiptsFrom(start) : start;
    const found = await readStretch(source, row, [sourceId], since, to, only, isHeard);
    series.set(key, found.get(sourceId) ?? []);
  }
  return { series, receipts: receiptsOf(series, receiptSources) };
}

/**
 * What the terms of a target's rule were, read and calculated by columns; null where its rule must be judged reading by
 * reading: it asks for more than numbers of single elements.
 */
async function columnsOf(
  source: ReadingSource,
  { from, to }: TestedPast,
  judged: JudgedInstance,
): Promise<Columns | null> {
  const asked = columnChannelsOf(judged);
  if (asked === null) return null;
  const { history } = sourcesOf(judged, from);
  const series = new Map<SourceKey, SourceColumns>();
  for (const [key, { element, channels }] of asked) {
    const { row, sourceId } = partsOf(key);
    const elements = await source.elements(storedRow(row), [sourceId]);
    // The readings of the other elements are moments, too.
    if (elements.some((other) => other.element !== element)) return null;
    series.set(key, await readColumns(source, { row, sourceId, element }, from - history, to, [...channels]));
  }
  return termColumns(judged, series, from);
}

/** A limit of which it is asked whether noise alone reaches it. */
interface AskedLimit {
  readonly level: Definition['ladder'][number]['level'];
  readonly at: number;
  readonly term: number;
  readonly isAmount: boolean;
}

/** Limits on what is measured: of silence and of arrivals there is no calm. */
function askedLimits({ ladder, terms }: Definition): readonly AskedLimit[] {
  return ladder.flatMap(({ level, condition }) =>
    limitsIn(condition).flatMap(({ term, either }, at) =>
      quantityOf(terms[term]?.quantity ?? '')?.timed === undefined
        ? [{ level, at, term, isAmount: either === true }]
        : [],
    ),
  );
}

/** What is gathered of noise over all targets. */
class NoiseBook {
  readonly #limits: readonly AskedLimit[];
  readonly #found = new Map<AskedLimit, BackTestNoise>();

  constructor(definition: Definition) {
    this.#limits = askedLimits(definition);
  }

  /** Watches the values of one target; its end is to be called when all were seen. */
  watch(targetId: number) {
    const series = new Map<
      string,
      { readonly term: number; readonly isAmount: boolean; readonly calm: Calm }
    >();
    for (const { term, isAmount } of this.#limits)
      series.set(`${term} ${isAmount}`, { term, isAmount, calm: new Calm() });
    const own = [...series.values()];
    return {
      seen: (t: number, values: readonly (number | null)[]) => {
        for (const { term, isAmount, calm } of own) {
          const value = values[term] ?? null;
          if (value !== null && !Number.isNaN(value)) calm.add(t, isAmount ? Math.abs(value) : value);
        }
      },
      seenAll: ({ t, values }: Columns) => {
        for (const { term, isAmount, calm } of own)
          for (let at = 0; at < t.length; at += 1) {
            const value = values[term]?.[at] ?? Number.NaN;
            if (!Number.isNaN(value)) calm.add(t[at] ?? 0, isAmount ? Math.abs(value) : value);
          }
      },
      end: (rule: Rule) => {
        const months = new Map([...series].map(([key, { calm }]) => [key, calm.month()]));
        for (const one of this.#limits) {
          const month = months.get(`${one.term} ${one.isAmount}`);
          const level = rule.ladder.find(({ level: name }) => name === one.level);
          const limit = level === undefined ? undefined : limitsIn(level.condition)[one.at];
          if (month == null || limit === undefined) continue;
          const { mean, deviation } = month;
          const figures = { targetId, mean, deviation, limit: limit.limit };
          const { level: name, at } = one;
          const known = this.#found.get(one) ?? { level: name, at, noisy: 0, of: 0, ...figures };
          const isNoisy = isNoise(month, limit.side, limit.limit);
          const isWorse = isNoisy && (known.noisy === 0 || deviation > known.deviation);
          this.#found.set(one, {
            ...known,
            ...(isWorse ? figures : {}),
            noisy: known.noisy + (isNoisy ? 1 : 0),
            of: known.of + 1,
          });
        }
      },
    };
  }

  noisy(): BackTestNoise[] {
    return [...this.#found.values()].filter(({ noisy }) => noisy > 0);
  }
}

/** The events of one target, by columns where its rule allows that. */
async function judgeTarget(
  source: ReadingSource,
  past: TestedPast,
  target: TestedTarget,
  judged: JudgedInstance,
  watched: ReturnType<NoiseBook['watch']>,
) {
  const columns = await columnsOf(source, past, judged);
  const rule = judged.versions[0]?.rule;
  if (columns !== null && rule !== undefined) {
    watched.seenAll(columns);
    const { events, moments } = stepPastColumns(rule, columns, judged.sendCycle, past);
    return { found: events, moments, firstAt: columns.t[0] ?? null };
  }
  const { series, receipts } = await seriesOf(source, past, judged, target.receiptSources);
  let firstAt: number | null = null;
  const { events, moments } = judgePast(judged, series, receipts, past, (t, values) => {
    firstAt ??= t;
    watched.seen(t, values);
  });
  return { found: events, moments, firstAt };
}

/**
 * Tests the targets one after the other; a piece of work is one of them.
 * @param until moment of `performance.now()` after which no further one is begun
 * @param done is given what was found, in the end
 */
export async function* testPast(
  source: ReadingSource,
  past: TestedPast,
  until: number,
  done: (found: BackTestFound) => void,
): AsyncGenerator<void, void, void> {
  const noise = new NoiseBook(past.definition);
  const targets: BackTestTarget[] = [];
  let stoppedBy: BackTestFound['stoppedBy'] = null;
  let events = 0;
  let readings = 0;
  for (const target of past.targets) {
    if (performance.now() > until) stoppedBy = 'time';
    if (stoppedBy !== null) break;
    const judged = judgedBy(past, target);
    const watched = noise.watch(target.id);
    const { found, moments, firstAt } = await judgeTarget(source, past, target, judged, watched);
    const [version] = judged.versions;
    if (version !== undefined) watched.end(version.rule);
    events += found.length;
    if (events > mostBackTestEvents) {
      stoppedBy = 'events';
      break;
    }
    readings += moments;
    targets.push({
      targetId: target.id,
      events: found.map(({ type, t, from, to }) => ({ type, t, from, to })),
      readings: moments,
      firstAt,
    });
    yield;
  }
  done({ targets, readings, noise: noise.noisy(), stoppedBy });
}

/** What the terms of the rule were for the first target. */
export async function* valuesOfPast(
  source: ReadingSource,
  past: TestedPast,
  done: (found: TestedValues) => void,
): AsyncGenerator<void, void, void> {
  const [target] = past.targets;
  const t: number[] = [];
  const values: (number | null)[][] = past.definition.terms.map(() => []);
  if (target !== undefined) {
    // What is switched off for it is drawn all the same.
    const definition = { ...past.definition, enabled: true };
    const judged = judgedBy({ ...past, definition }, target);
    const { series, receipts } = await seriesOf(source, past, judged, target.receiptSources);
    yield;
    judgePast(judged, series, receipts, past, (at, own) => {
      t.push(at);
      for (const [index, column] of values.entries()) column.push(own[index] ?? null);
    });
  }
  const over = Math.max(0, t.length - mostBackTestMoments);
  done({ t: t.slice(over), values: values.map((column) => column.slice(over)), isCut: over > 0 });
}
