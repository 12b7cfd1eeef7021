import { keyFor } from '../../server/accounts/server-key.ts';
import { ContactBook } from '../../server/notify/contact-book.ts';
import { MessageBook } from '../../server/notify/message-book.ts';
import { Notifier } from '../../server/notify/notifier.ts';
import { NotifyBook } from '../../server/notify/notify-book.ts';
import { Outlets } from '../../server/outlets/outlets.ts';
import { SirenCaller } from '../../server/sirens/caller.ts';
import { SirenBook } from '../../server/sirens/siren-book.ts';
import type { AlarmRooms } from './alarms.ts';
import type { DeviceRooms } from './devices.ts';
import type { Making } from './making.ts';
import type { StorageRooms } from './storage.ts';

/** Who is notified of alarms: people by messages, and those on the site by sirens. */
export function composeNotify(
  { settings, failed, failing, faults }: Making,
  { storage, key, processes: { permits } }: StorageRooms,
  { gateway, board, delivery }: DeviceRooms,
  { alarmEngine }: AlarmRooms,
) {
  const notifier = new Notifier({
    storage,
    settings: {
      edition: settings.edition,
      mail: settings.smtpUrl === null ? null : { url: settings.smtpUrl, from: settings.mailFrom },
      publicUrl: settings.publicUrl,
      origins: settings.webhookOrigins,
      ...(settings.outgoingCa === null ? {} : { ca: settings.outgoingCa }),
      heartbeatUrl: settings.heartbeatUrl,
    },
    key: (purpose) => keyFor(key, purpose),
    failed,
    behind: () => alarmEngine.behind,
    permit: permits.alarms,
    ...faults,
  });
  const sirenCaller = new SirenCaller({
    store: delivery.store,
    link: (rtuId) => gateway.link(rtuId),
    touched: (rtuId) => delivery.touched(rtuId),
    permit: permits.alarms,
    failed: failing('sirens were not sounded'),
    ...faults,
  });
  const sirenBook = new SirenBook(
    { storage, board, link: (rtuId) => gateway.link(rtuId), now: Date.now },
    sirenCaller,
  );
  return {
    notifier,
    outlets: new Outlets({
      ...{ storage, board, notifier, failed: failing('data was not sent'), permit: permits.alarms },
      ...faults,
    }),
    sirenCaller,
    sirenBook,
    notifyBook: new NotifyBook(storage, board, notifier),
    messageBook: new MessageBook(storage, board, notifier),
    contactBook: new ContactBook(storage, notifier),
  };
}

export type NotifyRooms = ReturnType<typeof composeNotify>;
