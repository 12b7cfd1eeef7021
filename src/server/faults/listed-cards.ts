import type { ListedCard } from '../../domain/sim-cards.ts';
import type { CompanyScope } from '../sites/visible.ts';
import type { Db } from '../storage/schema.ts';

export interface KeptCard extends ListedCard {
  readonly companyId: number;
  readonly iccid: string;
}

/** An ICCID as it is compared: without gaps, capitals, and without the filler that some readers show. */
export const iccidOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replace(/^(\d{19})F$/, '$1');

/** Cards in use that the viewer's company keeps, as they were said last. */
export async function readListedCards(db: Db, { companyId }: CompanyScope): Promise<readonly KeptCard[]> {
  const newest = db
    .selectFrom('sim_cards as other')
    .select(({ fn }) => fn.max('other.id').as('id'))
    .where('other.withdrawn_at', 'is', null)
    .groupBy(['other.company_id', 'other.iccid']);
  const all = db
    .selectFrom('sim_cards')
    .selectAll()
    .where('id', 'in', newest)
    .where('in_use', '=', 1)
    .orderBy('iccid');
  const rows = await (companyId === null ? all : all.where('company_id', '=', companyId)).execute();
  return rows.map((row) => ({
    ...{ companyId: row.company_id, iccid: row.iccid, imei: row.imei, operator: row.operator },
    ...{ expires: row.expires_on, volume: row.volume, stationId: row.station_id },
  }));
}
