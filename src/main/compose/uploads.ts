import { isShared } from '../../server/processes/moment.ts';
import { UploadRoom } from '../../server/uploads/room.ts';
import { Shelf } from '../../server/uploads/shelf.ts';
import { UploadSweep } from '../../server/uploads/sweep.ts';
import type { DeviceRooms } from './devices.ts';
import type { Making } from './making.ts';
import type { StorageRooms } from './storage.ts';

/** Files that people send, and what removes those that nothing refers to. */
export function composeUploads(
  { settings, failing }: Making,
  { storage }: StorageRooms,
  { board }: DeviceRooms,
) {
  const shelf = new Shelf(settings.dataDir, isShared(storage.db));
  const uploads = new UploadRoom({
    storage,
    board,
    shelf,
    scanner: settings.uploadScan,
    failed: failing('a file was not scanned'),
    now: Date.now,
  });
  const uploadSweep = new UploadSweep({
    storage,
    shelf,
    lock: uploads.lock,
    failed: failing('files that nothing refers to were not removed'),
    now: Date.now,
  });
  return { shelf, uploads, uploadSweep };
}
