import { type PanelGroup, usePanels } from '../../../features/parameters/use-panel.ts';
import type { StationParameters } from '../../../state/devices/parameters.ts';
import type { Sentence, SentenceReading } from './parse.ts';

/** One way to read the sentence, for one device that has the parameter. */
export interface Line {
  /** Of its row. */
  readonly key: string;
  readonly reading: SentenceReading;
  /** Undefined while the device's parameters are on their way, and where no device has it. */
  readonly group: PanelGroup | undefined;
}
export interface Lines {
  /** Best first. */
  readonly all: readonly Line[];
  /** Key of the best; empty where there is none. */
  readonly first: string;
  readonly contact: StationParameters['contact'];
  /** The station's parameters are on their way. */
  readonly isComing: boolean;
}

/** The readings with the devices of the station that they can mean. */
function linesOf(readings: readonly SentenceReading[], groups: readonly PanelGroup[]): readonly Line[] {
  return readings.flatMap((reading): Line[] => {
    const key = `reading ${reading.entry.key}`;
    const own = groups.filter(({ definition }) => definition.id === reading.entry.group);
    return own.length === 0
      ? [{ key, reading, group: undefined }]
      : own.map((group) => ({ key: `${key} ${group.path}`, reading, group }));
  });
}

/** The rows of a sentence; none where there is none. */
export function useLines(sentence: Sentence | null): Lines {
  const station = sentence?.station ?? null;
  const { data, groups } = usePanels(station?.id ?? 0, station !== null);
  const all = linesOf(sentence?.readings ?? [], groups);
  return {
    all,
    first: all[0]?.key ?? '',
    contact: data?.contact ?? null,
    isComing: station !== null && data === undefined,
  };
}

/** The line of a row: what was chosen before the devices came is meant of the first device that has it. */
export const lineAt = (lines: readonly Line[], key: string): Line | undefined =>
  lines.find((line) => line.key === key) ??
  lines.find((line) => key !== '' && line.key.startsWith(`${key} `)) ??
  lines[0];

/** Key of the row of a command that a sentence runs. */
export const commandLine = (at: number): string => `command ${at}`;
