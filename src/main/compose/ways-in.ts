import { join } from 'node:path';
import { FtpServer } from '../../server/ftp/server.ts';
import { LogBudget } from '../../server/gateway/log-budget.ts';
import { DataSources } from '../../server/sources/sources.ts';
import type { AlarmRooms } from './alarms.ts';
import type { DeviceRooms } from './devices.ts';
import type { Making } from './making.ts';
import type { StorageRooms } from './storage.ts';

export interface WaysIn {
  readonly sources: DataSources;
  /** Files by FTP; null = none come so. */
  readonly ftp: FtpServer | null;
}

function composeFtp(
  { settings, log }: Making,
  { listeners: { meters, knocks } }: StorageRooms,
  sources: DataSources,
): FtpServer | null {
  if (settings.ftp === null || settings.sourcesDir === null) return null;
  return new FtpServer({
    ...{ settings: settings.ftp, address: settings.host, root: settings.sourcesDir, now: Date.now },
    host: {
      admit: (name, secret) => sources.admit(name, secret, 'ftp'),
      notTaken: (source, refusal) => void sources.notTaken(source.key, refusal),
      arriving: sources.arriving,
    },
    log: new LogBudget(log.child({ room: 'ftp' })),
    meter: meters.ftp,
    refused: (reason, address, detail) => knocks.knock({ listener: 'ftp', reason, address, detail }),
  });
}

/** The ways in that are no RTU's (src/server/sources/README.md). */
export function composeWaysIn(
  making: Making,
  under: StorageRooms,
  { gateway, hub, messages }: DeviceRooms,
  { alarmEngine }: AlarmRooms,
): WaysIn {
  const { settings, failed } = making;
  const { storage, listeners } = under;
  const sources: DataSources = new DataSources({
    storage,
    folder: join(settings.dataDir, 'logger-files'),
    watched: settings.sourcesDir,
    meters: listeners.meters,
    folderRefused: (key, name) =>
      listeners.knocks.knock({ listener: 'folders', reason: 'badFile', address: key, detail: name }),
    now: Date.now,
    failed,
    stored: (batch, result) => {
      hub.stored(result);
      alarmEngine.stored(batch, result);
    },
    disconnect: (key) => {
      gateway.disconnectSource(key);
      ftp?.disconnect(key);
    },
    heard: (rtuIds, at) => gateway.heard(rtuIds, at),
    reported: (message) => messages.ofSource(message),
  });
  const ftp = composeFtp(making, under, sources);
  return { sources, ftp };
}
