import { expect } from '@playwright/test';
import type { Product } from '../product.ts';

export interface ProductRtu {
  readonly id: number;
  /** Of its station. */
  readonly code: string;
  /** What it is ordered lands at once. */
  readonly staysAwake: boolean;
  readonly connected: boolean;
  /** It has reported its parameters. */
  readonly reported: boolean;
}

/** The RTUs of a product by id, once at least `least` of them are as wanted; those are answered. */
export async function rtusThat(
  { running, staysAwake }: Product,
  least: number,
  isWanted: (rtu: ProductRtu) => boolean,
): Promise<readonly ProductRtu[]> {
  const { db } = running.storage;
  let found: readonly ProductRtu[] = [];
  await expect
    .poll(
      async () => {
        const [rows, reported] = await Promise.all([
          db
            .selectFrom('rtus')
            .innerJoin('stations', 'stations.id', 'rtus.station_id')
            .select(['rtus.id', 'rtus.sn', 'stations.code'])
            .orderBy('rtus.id')
            .execute(),
          db.selectFrom('parameters').select('rtu_id').where('slot', '=', -1).execute(),
        ]);
        found = rows
          .map(({ id, sn, code }) => ({
            id,
            code,
            staysAwake: staysAwake.has(sn),
            connected: running.gateway.link(id)?.connected === true,
            reported: reported.some((row) => row.rtu_id === id),
          }))
          .filter(isWanted);
        return found.length;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(least);
  return found;
}

/** Codes of stations whose RTU stays awake and is there. */
export const awakeCodes = async (product: Product, least: number): Promise<string[]> =>
  (await rtusThat(product, least, ({ staysAwake, connected }) => staysAwake && connected)).map(
    ({ code }) => code,
  );
