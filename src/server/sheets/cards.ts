import { Refusal } from '../../base/errors.ts';
import { languages } from '../../base/messages.ts';
import { enumValues } from '../../catalogue/index.ts';
import { enumValueMessage } from '../../derive/messages.ts';
import type { ListedCard } from '../../domain/sim-cards.ts';
import { iccidOf, readListedCards } from '../faults/listed-cards.ts';
import { words } from '../words.ts';
import { type Cells, cellOf, fold, momentCell, namedCell, neededCell, StationCells } from './cells.ts';
import { RowFaults } from './row-faults.ts';
import type { SheetWay } from './way.ts';

interface NewCard extends ListedCard {
  readonly companyId: number;
  readonly iccid: string;
  readonly inUse: boolean;
}

const longestOperator = 40;
/** MB a month: 10 TB. */
const mostVolume = 10_485_760;
/** MB in a unit that volumes are written in. Operators count by 1024. */
const megabytes: Readonly<Record<string, number>> = { '': 1, m: 1, k: 1 / 1024, g: 1024, t: 1_048_576 };
const answers = [
  { value: true, ids: ['yes', 'true', '1', '是', 'はい', '○'], message: 'value.yes' as const },
  { value: false, ids: ['no', 'false', '0', '否', 'いいえ', '×'], message: 'value.no' as const },
];

/**
 * 18 to 22 digits, in the scheme of some operators also letters (ITU-T E.118 allows 19 digits; cards carry a check digit
 * or a filler besides). @throws Refusal 422; of a spreadsheet's number, too, which has lost its last digits
 */
function iccidCell(cells: Cells): string {
  const text = neededCell(cells, 'iccid');
  if (/^\d(\.\d+)?e\+?\d+$/i.test(text))
    throw new Refusal(422, 'sheets.digitsLost', { value: text }, 'iccid');
  const iccid = iccidOf(text);
  if (!/^\d[0-9A-Z]{17,21}$/.test(iccid)) throw new Refusal(422, 'sheets.iccid', { value: text }, 'iccid');
  return iccid;
}

/** 14 digits and a check digit, or 16 with the version of the software (3GPP TS 23.003). @throws Refusal 422 */
function imeiCell(cells: Cells): string | null {
  const imei = cellOf(cells, 'imei').replace(/[\s-]/g, '');
  if (imei === '') return null;
  if (!/^\d{14,16}$/.test(imei)) throw new Refusal(422, 'sheets.imei', { value: imei }, 'imei');
  return imei;
}

/** An operator of the catalogue by its words in any language, or as it is written. @throws Refusal 422 */
function operatorCell(cells: Cells): string | null {
  const text = cellOf(cells, 'operator');
  if (text === '') return null;
  if (text.length > longestOperator)
    throw new Refusal(422, 'bound.maxLength', { limit: longestOperator }, 'operator');
  const known = enumValues.operator.find(
    (value) =>
      fold(value) === fold(text) ||
      languages.some((language) => fold(words(language)(enumValueMessage('operator', value))) === fold(text)),
  );
  return known ?? text;
}

/** MB; `2 GB` is 2048. @throws Refusal 422 */
function volumeCell(cells: Cells): number | null {
  const text = cellOf(cells, 'volume');
  if (text === '') return null;
  const [, number = '', unit = ''] =
    /^(\d+(?:\.\d+)?)\s*(?:([kmgt])i?b?)?$/i.exec(text.replaceAll(',', '')) ?? [];
  const value = number === '' ? Number.NaN : Number(number) * (megabytes[unit.toLowerCase()] ?? Number.NaN);
  if (Number.isNaN(value)) throw new Refusal(422, 'sheets.volume', { value: text }, 'volume');
  if (value > mostVolume) throw new Refusal(422, 'bound.between', { low: 0, high: mostVolume }, 'volume');
  return value;
}

const expiryCell = (cells: Cells) =>
  cellOf(cells, 'expires') === ''
    ? null
    : new Date(momentCell(cells, 'expires', 'UTC')).toISOString().slice(0, 10);

const isSame = (one: NewCard, other: (ListedCard & { readonly iccid: string }) | undefined) =>
  other === undefined
    ? !one.inUse
    : one.inUse &&
      (['imei', 'operator', 'expires', 'volume', 'stationId'] as const).every((id) => one[id] === other[id]);

/** SIM cards: a row says anew all that is known of its card; what was known before is kept below it. */
export const cardSheet: SheetWay<NewCard> = {
  async begin(db, { by }) {
    const stations = await StationCells.read(db, by.viewer);
    const listed = await readListedCards(db, by.viewer);
    const known = new Map(listed.map((card) => [`${card.companyId}/${card.iccid}`, card]));
    const taken = new Set<string>();
    const ownerOf = (iccid: string): number | null => {
      const owners = listed.filter((card) => card.iccid === iccid);
      return owners.length === 1 ? (owners[0]?.companyId ?? null) : null;
    };
    return {
      name: ({ cells }) => cellOf(cells, 'iccid'),
      async read({ cells }) {
        const faults = new RowFaults();
        const iccid = faults.try(() => iccidCell(cells));
        const imei = faults.try(() => imeiCell(cells));
        const operator = faults.try(() => operatorCell(cells));
        const expires = faults.try(() => expiryCell(cells));
        const volume = faults.try(() => volumeCell(cells));
        const station = faults.try(() => (cellOf(cells, 'station') === '' ? null : stations.find(cells)));
        const inUse =
          cellOf(cells, 'inUse') === '' ? true : faults.try(() => namedCell(cells, 'inUse', answers));
        const companyId = faults.try(() => {
          const owner = station?.companyId ?? by.viewer.companyId ?? (iccid === null ? null : ownerOf(iccid));
          if (owner === null && cellOf(cells, 'station') === '')
            throw new Refusal(422, 'sheets.cardStation', {}, 'station');
          return owner;
        });
        faults.try(() => {
          if (iccid === null) return;
          if (taken.has(iccid)) throw new Refusal(422, 'sheets.cardTwice', {}, 'iccid');
          taken.add(iccid);
        });
        faults.check();
        if (iccid === null || companyId === null || inUse === null) return null;
        const stationId = station?.id ?? null;
        const card = { companyId, iccid, imei, operator, expires, volume, stationId, inUse };
        return isSame(card, known.get(`${companyId}/${iccid}`)) ? null : card;
      },
    };
  },
  async store(db, { by, now }, things) {
    const ids: number[] = [];
    for (const { companyId, iccid, imei, operator, expires, volume, stationId, inUse } of things) {
      const { id } = await db
        .insertInto('sim_cards')
        .values({
          ...{ company_id: companyId, iccid, imei, operator, expires_on: expires, volume },
          ...{ station_id: stationId, in_use: inUse ? 1 : 0, at: now, account_name: by.viewer.accountName },
          withdrawn_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(Number(id));
    }
    return { ids };
  },
  /** What was known before holds again. */
  async undo(db, _by, made, now) {
    if (made.length > 0)
      await db
        .updateTable('sim_cards')
        .set({ withdrawn_at: now })
        .where('id', 'in', made)
        .where('withdrawn_at', 'is', null)
        .execute();
  },
};
