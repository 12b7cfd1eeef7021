import type { IconName } from '../../components/Icon.tsx';
import type { DataSource } from '../../state/sites/sources.ts';

export const wayIcons = {
  http: 'external',
  mqtt: 'activity',
  folder: 'folder-tree',
  ftp: 'file',
  upload: 'upload',
} as const satisfies Record<DataSource['way'], IconName>;

export type SourceState = 'paused' | 'unmapped' | 'closed' | 'refused' | 'live' | 'quiet' | 'byHand';

const quietAfter = 24 * 3_600_000;

/** How a source stands: what keeps it from bringing readings first. */
export function stateOf({
  isPaused,
  version,
  way,
  credential,
  stored,
  known,
  refused,
  lastAt,
}: DataSource): SourceState {
  if (isPaused) return 'paused';
  if (version === null) return 'unmapped';
  if ((way === 'http' || way === 'mqtt' || way === 'ftp') && credential === null) return 'closed';
  if (refused > 0 && stored + known === 0) return 'refused';
  if (way === 'upload') return 'byHand';
  return lastAt !== null && Date.now() - lastAt < quietAfter ? 'live' : 'quiet';
}
