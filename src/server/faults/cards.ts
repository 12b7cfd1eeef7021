import { groupBy } from '../../base/group.ts';
import type { Card } from '../../contract/devices/faults.ts';
import type { Site } from '../sites/structure.ts';
import type { LatestReading } from '../storage/storage.ts';
import { iccidOf, type KeptCard } from './listed-cards.ts';

type Reported = Omit<Card, 'stationId' | 'duplicates'> & { readonly stationId: number };

/** What the RTUs report of their cards, each with its line of the list. */
function reportedCards(
  sites: readonly Site[],
  statuses: ReadonlyMap<number, LatestReading>,
  kept: ReadonlyMap<string, KeptCard>,
): readonly (readonly [card: Reported, key: string])[] {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return sites.flatMap(({ station, rtu, project }) => {
    const status = rtu === null ? undefined : statuses.get(rtu.id);
    if (status === undefined) return [];
    const { operator } = status.values;
    const [imei, iccid] = [text(status.values['imei']), text(status.values['iccid'])];
    if (imei === '' && iccid === '') return [];
    const key = `${project.companyId}/${iccidOf(iccid)}`;
    const card = {
      ...{ stationId: station.id, imei, iccid, t: status.t },
      operator: typeof operator === 'number' ? operator : null,
      listed: listedOf(kept.get(key)),
    };
    return [[card, key] as const];
  });
}

function listedOf(card: KeptCard | undefined): Card['listed'] {
  if (card === undefined) return null;
  const { imei, operator, expires, volume, stationId } = card;
  return { imei, operator, expires, volume, stationId };
}

/** Cards of the RTUs, with those that are there twice, and those that are listed but reported by none. */
export function cardsOf(
  sites: readonly Site[],
  statuses: ReadonlyMap<number, LatestReading>,
  listed: readonly KeptCard[],
): Card[] {
  const kept = new Map(listed.map((card) => [`${card.companyId}/${card.iccid}`, card]));
  const reported = reportedCards(sites, statuses, kept);
  const cards = reported.map(([card]) => card);
  const same = [groupBy(cards, ({ iccid }) => iccid), groupBy(cards, ({ imei }) => imei)] as const;
  const found = cards.map((card): Card => {
    const others = [
      ...(card.iccid === '' ? [] : (same[0].get(card.iccid) ?? [])),
      ...(card.imei === '' ? [] : (same[1].get(card.imei) ?? [])),
    ].flatMap(({ stationId }) => (stationId === card.stationId ? [] : [stationId]));
    return { ...card, duplicates: [...new Set(others)] };
  });
  const seen = new Set(reported.map(([, key]) => key));
  const unseen = listed
    .filter((card) => !seen.has(`${card.companyId}/${card.iccid}`))
    .map((card): Card => {
      const of = { imei: card.imei ?? '', iccid: card.iccid, operator: null, t: null };
      return { ...of, stationId: null, listed: listedOf(card), duplicates: [] };
    });
  return [...found, ...unseen];
}
