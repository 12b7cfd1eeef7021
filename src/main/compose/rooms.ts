import { followChanges } from '../../server/live/follow.ts';
import { type AlarmRooms, composeAlarms } from './alarms.ts';
import { composeDevices, type DeviceRooms } from './devices.ts';
import type { Making } from './making.ts';
import { composeNotify, type NotifyRooms } from './notify.ts';
import { composeReports } from './reports.ts';
import { composeStorage, type StorageRooms } from './storage.ts';
import { composeUploads } from './uploads.ts';
import { composeWaysIn, type WaysIn } from './ways-in.ts';
import { composeWork } from './work.ts';

/** Lets the rooms follow what is written, by other processes too. Returns what ends it. */
function follow(
  { failing }: Making,
  { feed, storage }: StorageRooms,
  { board, hub, orders }: DeviceRooms,
  { alarmBook, alarmEngine }: AlarmRooms,
  { notifier, sirenCaller }: NotifyRooms,
): () => Promise<void> {
  feed.on('alarm', () => notifier.wake());
  feed.on('sirens', () => sirenCaller.wake());
  feed.on('baselines', () => alarmEngine.changed());
  feed.on(
    'folders',
    () => void alarmEngine.foldersChanged().catch(failing('folders of rules were not read')),
  );
  feed.on('rainLines', () => alarmEngine.changed());
  return followChanges(feed, {
    ...{ storage, board, hub, orders, alarms: alarmBook },
    failed: failing('consoles were not notified of a plan'),
  });
}

/**
 * Opens the storage and composes the rooms over it; nothing of them has begun. `inner` is what the server keeps to
 * itself. @throws StorageProblem
 */
export async function composeRooms(making: Making) {
  const stored = await composeStorage(making);
  const devices = composeDevices(making, stored, () => waysIn.sources);
  const alarms = composeAlarms(making, stored, devices);
  const made = composeReports(making, stored, devices);
  const notify = composeNotify(making, stored, devices, alarms);
  const unfollow = follow(making, stored, devices, alarms, notify);
  const work = composeWork(making, { ...stored, ...devices, ...alarms, ...made, ...notify });
  const uploads = composeUploads(making, stored, devices);
  const waysIn: WaysIn = composeWaysIn(making, stored, devices, alarms);
  const { metrics, key, feed, processes, ...kept } = stored;
  return {
    inner: { metrics, key, feed, processes, unfollow },
    rooms: { ...kept, ...devices, ...alarms, ...made, ...notify, ...work, ...uploads, ...waysIn },
  };
}

export type Composition = Awaited<ReturnType<typeof composeRooms>>;
/** All rooms of a server. */
export type Rooms = Composition['rooms'];
