/** What is said of a card: by dates, places and devices, the worst first. */
import { describe, expect, it } from 'vitest';
import { type ListedCard, notesOfCard, type SimCard } from '../../../src/domain/sim-cards.ts';

const listed: ListedCard = {
  ...{ imei: '864423051188423', operator: 'mobile', expires: '2027-03-01', volume: 30, stationId: 1 },
};
const card: SimCard = { stationId: 1, imei: '864423051188423', listed, duplicates: [] };
const notes = (change: Partial<SimCard>, of: Partial<ListedCard> = {}, today = '2026-06-01') =>
  notesOfCard({ ...card, listed: { ...listed, ...of }, ...change }, today, true);

describe('notes of a card', () => {
  it('are none while all is as it is kept', () => expect(notes({})).toEqual([]));
  it('count days to the end of the contract, from both sides of the borders', () => {
    expect(notes({}, {}, '2027-01-29')).toEqual([]);
    expect(notes({}, {}, '2027-01-30')).toEqual(['expiring']);
    expect(notes({}, {}, '2027-03-01')).toEqual(['expiring']);
    expect(notes({}, {}, '2027-03-02')).toEqual(['expired']);
    expect(notes({}, { expires: null }, '2099-01-01')).toEqual([]);
  });
  it('notice another device, another station, and a card that is there twice; the worst first', () => {
    expect(notes({ imei: '864423051188424' })).toEqual(['otherDevice']);
    expect(notes({ imei: '' })).toEqual([]);
    expect(notes({ stationId: 2 })).toEqual(['otherStation']);
    expect(notes({ duplicates: [3], stationId: 2 }, {}, '2027-04-01')).toEqual([
      ...['twice', 'otherStation', 'expired'],
    ]);
  });
  it('say that no RTU reports it, and that it is missing in a list that is kept', () => {
    expect(notes({ stationId: null, imei: '' })).toEqual(['notSeen']);
    expect(notesOfCard({ ...card, listed: null }, '2026-06-01', true)).toEqual(['notListed']);
    expect(notesOfCard({ ...card, listed: null }, '2026-06-01', false)).toEqual([]);
  });
});
