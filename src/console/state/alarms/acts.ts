/** What people do about alarms. What the server made of each is taken into the cache. */
import * as contract from '../../../contract/alarms/alarms.ts';
import type { BodyOf } from '../../../contract/call.ts';
import { request } from '../connection/client.ts';
import { queries } from '../sites/stations.ts';
import { healthKey, takeAlarms } from './alarms.ts';

export type AlarmOutcome = contract.AlarmOutcomes['outcomes'][number];

const acts = {
  acknowledge: contract.acknowledgeAlarms,
  undo: contract.undoAcknowledge,
  comment: contract.commentAlarms,
  assign: contract.assignAlarms,
  shelve: contract.shelveAlarms,
  unshelve: contract.unshelveAlarms,
  close: contract.closeAlarms,
  reopen: contract.reopenAlarms,
} as const;
export type AlarmActName = keyof typeof acts;
/** What an act says besides which alarms it is of. */
export type AlarmActBody<K extends AlarmActName> = Omit<BodyOf<(typeof acts)[K]>, 'alarmIds'>;

/** As many as one call takes. */
const most = 500;

/** Does it to each of the alarms; answers what became of each. @throws ApiError */
export async function actOnAlarms<K extends AlarmActName>(
  name: K,
  alarmIds: readonly number[],
  body: AlarmActBody<K>,
): Promise<readonly AlarmOutcome[]> {
  const done: AlarmOutcome[] = [];
  for (let from = 0; from < alarmIds.length; from += most) {
    const part = { ...body, alarmIds: alarmIds.slice(from, from + most) };
    const { outcomes } = await request(acts[name] as typeof contract.reopenAlarms, {
      body: part as unknown as BodyOf<typeof contract.reopenAlarms>,
    });
    takeAlarms(outcomes.flatMap(({ alarm }) => (alarm === null ? [] : [alarm])));
    done.push(...outcomes);
  }
  // Whoever acts from the page of figures sees what it did to them.
  void queries.invalidateQueries({ queryKey: healthKey });
  return done;
}

/** Accounts to whom alarms can be given. @throws ApiError */
export async function fetchAssignees(signal?: AbortSignal): Promise<readonly string[]> {
  const { accounts } = await request(contract.alarmAssignees, { signal });
  return accounts;
}
