import { AlarmBook } from '../../server/alarms/alarm-book.ts';
import { BackTests } from '../../server/alarms/back-test/back-tests.ts';
import { AlarmEngine } from '../../server/alarms/engine.ts';
import { RuleBook } from '../../server/alarms/rules/rule-book.ts';
import { ArrivalCounter } from '../../server/faults/arrival-days.ts';
import { ServiceSpans } from '../../server/operations/service-spans.ts';
import type { DeviceRooms } from './devices.ts';
import type { Making } from './making.ts';
import type { StorageRooms } from './storage.ts';

/** Alarms with their rules, and what counts what arrives and when the server ran. */
export function composeAlarms(
  { failing, faults }: Making,
  { storage, processes: { permits } }: StorageRooms,
  { gateway, board }: DeviceRooms,
) {
  const alarmBook = new AlarmBook(storage, board);
  const alarmEngine = new AlarmEngine({
    storage,
    sites: () => board.sites({ companyId: null }),
    failed: failing('alarms were not evaluated'),
    learnt: () => gateway.learnt(),
    permit: permits.alarms,
    ...faults,
  });
  const arrivalCounter = new ArrivalCounter({
    storage,
    sites: () => board.sites({ companyId: null }),
    contact: (rtuId) => gateway.link(rtuId),
    permit: permits.upkeep,
    failed: failing('arrivals were not counted'),
  });
  const serviceSpans = new ServiceSpans({
    storage,
    isOnline: () => gateway.phase === 'online',
    failed: failing('the time that the server ran was not marked'),
    now: Date.now,
  });
  const ruleBook = new RuleBook(storage, board, alarmEngine);
  const backTests = new BackTests(storage, board);
  return { alarmBook, alarmEngine, arrivalCounter, serviceSpans, ruleBook, backTests };
}

export type AlarmRooms = ReturnType<typeof composeAlarms>;
