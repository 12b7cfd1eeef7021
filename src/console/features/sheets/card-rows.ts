/** Rows of a template of SIM cards. Pure. */
import type { MessageId } from '../../../base/messages.ts';
import { compareNatural } from '../../../base/natural-order.ts';
import { enums } from '../../../catalogue/index.ts';
import type { Card } from '../../../contract/devices/faults.ts';
import { sheets } from '../../../contract/sheets.ts';
import { enumValueMessage } from '../../../derive/messages.ts';
import type { SheetValue } from '../../components/sheets/write-sheet.ts';

interface Place {
  readonly id: number;
  readonly code: string;
}

/** A row for each card that an RTU reports or that is listed, by their stations, as the sheet takes it. */
export function cardRows(
  cards: readonly Card[],
  stations: readonly (Place & { readonly projectId: number })[],
  projects: readonly Place[],
  text: (id: MessageId) => string,
): readonly (readonly SheetValue[])[] {
  const codes = new Map(projects.map(({ id, code }) => [id, code]));
  const places = new Map(
    stations.map(({ id, code, projectId }) => [id, { code, project: codes.get(projectId) ?? '' }]),
  );
  const operatorOf = ({ operator, listed }: Card) => {
    const [own, reported] = [listed?.operator ?? null, enums.operator.values[operator ?? -1]];
    const known = enums.operator.values.find((value) => value === (own ?? reported));
    return known === undefined ? own : text(enumValueMessage('operator', known));
  };
  return cards
    .filter(({ iccid }) => iccid !== '')
    .map((card) => {
      const { iccid, imei, listed, stationId } = card;
      const place = places.get(listed?.stationId ?? stationId ?? 0);
      const cells: Readonly<Record<(typeof sheets.cards.columns)[number], SheetValue>> = {
        ...{ iccid, imei: listed?.imei ?? (imei === '' ? null : imei), operator: operatorOf(card) },
        ...{ expires: listed?.expires ?? null, volume: listed?.volume ?? null },
        ...{ project: place?.project ?? null, station: place?.code ?? null, inUse: text('value.yes') },
      };
      return { station: place?.code ?? '', row: sheets.cards.columns.map((column) => cells[column]) };
    })
    .toSorted((a, b) => compareNatural(a.station, b.station))
    .map(({ row }) => row);
}
