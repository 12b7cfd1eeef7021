/** The sensors that a mapping's entries write to, within the source's project. */
import { Refusal } from '../../base/errors.ts';
import { lookUpTargets } from '../imports/targets.ts';
import { steady } from '../steady.ts';
import type { Db } from '../storage/schema.ts';
import type { SourceEntry } from './source.ts';

/** A place that readings go to, or why there is none. */
export type PlanTarget =
  | { readonly sourceId: number; readonly stationId: number; readonly rtuId: number }
  | { readonly refusal: Refusal };

/** ms that what was found holds: another process may retire a sensor. */
const held = 10_000;

export async function targetsOf(
  db: Db,
  { mapping, projectId }: Pick<SourceEntry, 'mapping' | 'projectId'>,
): Promise<readonly PlanTarget[]> {
  const found: PlanTarget[] = [];
  for (const sensor of mapping?.mapping.sensors ?? []) {
    try {
      const [one] = await lookUpTargets(db, undefined, [sensor], null, {
        projectId,
        companyId: null,
      });
      const { sourceId = null, stationId = null, rtuId = null } = one ?? {};
      if (sourceId === null || stationId === null || rtuId === null)
        throw new Refusal(404, 'import.target.rtu', { code: sensor.station ?? '' });
      found.push({ sourceId, stationId, rtuId });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      found.push({ refusal: error });
    }
  }
  return found;
}

/** Targets by source, looked up again after a while and where sites have changed. */
export class TargetBook {
  readonly #db: Db;
  readonly #known = new Map<number, { version: number; at: number; targets: readonly PlanTarget[] }>();

  constructor(db: Db) {
    this.#db = db;
  }

  forget(): void {
    this.#known.clear();
  }

  async of(source: SourceEntry): Promise<readonly PlanTarget[]> {
    const version = source.mapping?.version ?? 0;
    const known = this.#known.get(source.id);
    if (known?.version === version && steady() - known.at < held) return known.targets;
    const targets = await targetsOf(this.#db, source);
    this.#known.set(source.id, { version, at: steady(), targets });
    return targets;
  }
}
