/** What the thread must know of the targets of a back-test, so that it asks for readings alone. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Definition } from '../../../domain/alarms/definition.ts';
import { type SourceKey, sourcesOf, type TermPlace } from '../../../domain/alarms/judged-instance.ts';
import { readLineStretches } from '../../sites/rain-line-past.ts';
import type { Site } from '../../sites/structure.ts';
import type { Database } from '../../storage/schema.ts';
import { readFormerCycles } from '../former-cycles.ts';
import { groundsOf, judgedOf, readPast } from '../held.ts';
import { partsOf } from '../reading-series.ts';
import { noFacts, noPast, type PlacedTarget, sourcesAt } from '../rules/targets.ts';
import type { TestedTarget } from './messages.ts';

/** ms of the loop before others are served. */
const longestStretch = 10;

/** Targets with the places of a definition's terms, and the initial values and datums of these. */
export async function testedTargets(
  db: Kysely<Database>,
  definition: Definition,
  targets: readonly PlacedTarget[],
  sites: readonly Site[],
): Promise<readonly TestedTarget[]> {
  const rtuIds = [...new Set(targets.map(({ rtuId }) => rtuId))];
  const grounds = groundsOf(sites, noFacts, {
    ...noPast,
    formerCycles: await readFormerCycles(db, rtuIds),
    rainLines: await readLineStretches(db),
  });
  const found: TestedTarget[] = [];
  let since = performance.now();
  for (const target of targets) {
    const judged = judgedOf(target, [], grounds);
    const rule = { version: 1, ladder: [], patience: null, blindLevel: 'blue' as const };
    const { asksReceipts } = sourcesOf({
      ...judged,
      versions: [{ from: 0, rule: { ...rule, terms: definition.terms } }],
    });
    const { collectionCycle, sendCycle, formerCycles = [], zone, rainBoundary } = judged;
    found.push({
      id: target.id,
      ...{ collectionCycle, sendCycle, formerCycles, zone, rainBoundary },
      places: definition.terms.map((term) => judged.place(term)),
      receiptSources: asksReceipts ? sourcesAt(target.site) : [],
    });
    if (performance.now() - since < longestStretch) continue;
    await turn();
    since = performance.now();
  }
  return withPast(db, found);
}

const isOfSensor = (source: SourceKey) => partsOf(source).row !== 'status';

/** The same with the initial values and datums of their sensors. */
async function withPast(
  db: Kysely<Database>,
  targets: readonly TestedTarget[],
): Promise<readonly TestedTarget[]> {
  const ids = new Set(
    targets.flatMap(({ places }) =>
      places.flatMap((place) =>
        place !== null && isOfSensor(place.source) ? [partsOf(place.source).sourceId] : [],
      ),
    ),
  );
  const { baselines, datums } = await readPast(db, [...ids], []);
  const complete = (place: TermPlace | null): TermPlace | null => {
    if (place === null || !isOfSensor(place.source)) return place;
    const { sourceId } = partsOf(place.source);
    return { ...place, baselines: baselines.get(sourceId) ?? [], datums: datums.get(sourceId) ?? [] };
  };
  return targets.map((target) => ({ ...target, places: target.places.map(complete) }));
}
