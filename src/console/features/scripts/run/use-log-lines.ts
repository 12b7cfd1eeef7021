import { useMemo } from 'react';
import type { MessageId } from '../../../../base/messages.ts';
import type { LineKind, RunDetail } from '../../../../contract/workflows.ts';
import { useText } from '../../../components/i18n.ts';
import { useOrderText } from '../../../components/orders/use-order-text.ts';
import type { RunLog } from '../../../state/scripts/runs.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { problemText } from '../words.ts';
import type { StoryTone } from './plan-story.ts';
import { setAgainOf } from './set-again.ts';
import { tableOf } from './tables.ts';
import { usePlanStory } from './use-plan-story.ts';

/** A line of the log: of the script, of its run, or of a device of its plan. */
export interface ConsoleLine {
  readonly key: string;
  /** UTC ms. */
  readonly at: number;
  readonly kind: 'run' | 'failed' | LineKind | StoryTone;
  readonly word: MessageId;
  readonly stationId: number | null;
  /** Code and name; empty where it is about none. */
  readonly station: string;
  readonly text: string;
}
const none = { stationId: null, station: '' } as const;

export const logViews = ['all', 'script', 'devices', 'trouble'] as const;
export type LogView = (typeof logViews)[number];
const ofDevices: readonly ConsoleLine['kind'][] = ['good', 'trouble', 'on', 'plan'];

/** Whether a line belongs to what is to be shown. */
export const isOf = (view: LogView, { kind }: Pick<ConsoleLine, 'kind'>): boolean => {
  if (view === 'all') return true;
  if (view === 'trouble') return kind === 'trouble' || kind === 'failed' || kind === 'setAgain';
  return (view === 'devices') === ofDevices.includes(kind);
};

/** What the run logged, what became of it, and what of its plan once that is approved; newest first. */
export function useLogLines(
  run: RunDetail | undefined,
  log: RunLog,
  planId: string | null,
): readonly ConsoleLine[] {
  const text = useText();
  const words = useOrderText();
  const { data } = useStations();
  const story = usePlanStory(planId);
  const known = data?.stations;
  const stations = useMemo(() => {
    const all = (known ?? []).map(({ id, code, name }) => ({
      stationId: id,
      code,
      station: `${code} ${name}`,
    }));
    return {
      byCode: new Map(all.map((one) => [one.code, one])),
      byId: new Map(all.map((one) => [one.stationId, one])),
    };
  }, [known]);
  const { createdAt, createdBy, endedAt, state, problem } = run ?? {};
  const logged = useMemo(
    () =>
      log.lines.map(({ line, at, kind, text: said }): ConsoleLine => {
        const own = {
          ...none,
          key: `line-${line}`,
          at,
          kind,
          word: `scriptLog.${kind}` as const,
          text: said,
        };
        if (kind === 'table') {
          const { total, columns } = tableOf(said);
          return { ...own, text: text('scripts.logTable', { rows: total, columns: columns.length }) };
        }
        if (kind === 'setAgain') {
          const again = setAgainOf(said);
          const name = again === null ? said : words.field(again.group, again.field);
          const field = again?.slot == null ? name : `${again.slot} · ${name}`;
          const { stationId, station } = stations.byId.get(again?.station ?? 0) ?? none;
          return { ...own, stationId, station, text: text('scripts.setAgain', { field }) };
        }
        // A line about one station says so at its beginning.
        const [, code = '', rest = ''] = /^([^\s:：]{1,40})[:：]?\s+(.*)$/s.exec(said) ?? [];
        const about = stations.byCode.get(code);
        return about === undefined
          ? own
          : { ...own, stationId: about.stationId, station: about.station, text: rest };
      }),
    [log.lines, stations, text, words],
  );
  return useMemo(() => {
    const all: ConsoleLine[] = [...logged];
    if (createdAt !== undefined)
      all.unshift({
        ...none,
        key: 'started',
        at: createdAt,
        kind: 'run',
        word: 'scriptLog.run',
        text: text('scripts.logStarted', { by: createdBy ?? '' }),
      });
    if (endedAt !== undefined && endedAt !== null && state !== undefined)
      all.push({
        ...none,
        key: 'ended',
        at: endedAt,
        kind: problem == null ? 'run' : 'failed',
        word: problem == null ? 'scriptLog.run' : 'scriptLog.failed',
        text: problem == null ? text(`runState.${state}`) : problemText(problem, text),
      });
    for (const { tone, ...line } of story) all.push({ ...line, kind: tone });
    // Lines of the same moment stand in the order in which they came.
    return all.sort((a, b) => a.at - b.at).reverse();
  }, [logged, story, text, createdAt, createdBy, endedAt, state, problem]);
}
