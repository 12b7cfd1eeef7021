import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { chart } from '../../../../../commands/chart/index.ts';
import { remarks as remarkCommands } from '../../../../../commands/remarks.ts';
import type { ChartMark } from '../../../components/chart/marks.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { usePermitted } from '../../../components/Permit.tsx';
import { useOffer } from '../../../components/screen.ts';
import { useAlarmMarks } from '../../../state/alarms/curves.ts';
import { useHappenings } from '../../../state/sites/marks.ts';
import { useAlarmMarkWords } from './use-alarm-marks.ts';
import { orderMoment, useMarkWords } from './use-mark-words.ts';

/** Kinds of marks, each shown or hidden by itself. */
export const markKinds = ['remark', 'set', 'command', 'alarm'] as const;
export type MarkKind = (typeof markKinds)[number];
export const markIcons = { remark: 'message', set: 'sliders', command: 'send', alarm: 'bell' } as const;

export interface CurveMark extends ChartMark {
  readonly of: MarkKind;
}
export interface Marks {
  /** Of every kind, the newest first. */
  readonly every: readonly CurveMark[];
  /** Of the kinds that are shown. */
  readonly all: readonly CurveMark[];
  readonly hidden: ReadonlySet<MarkKind>;
  readonly chosen: string | null;
  readonly choose: (key: string) => void;
}

const mostListed = 200;

/** What happened, as marks, the newest first. `codes`: a line a station, its id and code; named where there are several. */
function marksOf(
  happenings: ReturnType<typeof useHappenings>,
  codes: string,
  {
    text,
    words,
  }: { readonly text: ReturnType<typeof useText>; readonly words: ReturnType<typeof useMarkWords> },
): readonly CurveMark[] {
  const now = Date.now();
  const codeOf = new Map(
    codes.split('\n').map((line) => [Number(line.split(' ', 1)[0]), line.slice(line.indexOf(' ') + 1)]),
  );
  const found = happenings.flatMap(({ stationId, remarks, orders, changes }) => {
    const before = codeOf.size > 1 ? `${codeOf.get(stationId) ?? ''} · ` : '';
    const changeOf = new Map(changes.map((change) => [change.orderId, change]));
    return [
      ...remarks.map(
        ({ id, at, text: said }): CurveMark => ({
          key: String(id),
          t: at,
          of: 'remark',
          icon: markIcons.remark,
          kind: text('mark.remark'),
          text: `${before}${said}`,
        }),
      ),
      ...orders.map((order): CurveMark => {
        const of = order.content.type === 'set' ? 'set' : 'command';
        const change = changeOf.get(order.id);
        return {
          key: order.id,
          t: orderMoment(order, change),
          of,
          icon: markIcons[of],
          kind: text(`mark.${of}`),
          text: `${before}${words(order, change, now)}`,
        };
      }),
    ];
  });
  return found.sort((a, b) => b.t - a.t);
}

/**
 * What happened at stations, for their curve: remarks, sets, other orders, what alarms did within the span; of several stations with the code of each. The
 * chosen one, and the kinds that are hidden, are in the address.
 */
export function useMarks(
  stations: readonly { readonly id: number; readonly code: string }[],
  zone: string,
  span: { readonly from: number; readonly to: number },
): Marks {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const permitted = usePermitted();
  const words = useMarkWords();
  const [query, setQuery] = useSearchParams();
  const happenings = useHappenings(
    stations.map(({ id }) => id),
    permitted('device:parameter:view'),
  );
  const did = useAlarmMarks(
    stations.map(({ id }) => id),
    span,
    permitted('alarm:event:view'),
  );
  const alarmWords = useAlarmMarkWords();
  const chosen = query.get('remark') ?? query.get('mark');
  const hiddenText = query.get('unmarked') ?? '';
  const hidden = useMemo(
    () => new Set(markKinds.filter((kind) => hiddenText.split(',').includes(kind))),
    [hiddenText],
  );
  const codes = stations.map(({ id, code }) => `${id} ${code}`).join('\n');
  const every = useMemo(() => {
    const before = (stationId: number) =>
      did.length > 1
        ? `${
            codes
              .split('\n')
              .find((line) => line.startsWith(`${stationId} `))
              ?.split(' ')[1] ?? ''
          } · `
        : '';
    const alarms = did.flatMap(({ stationId, marks }) =>
      marks.map((mark) => alarmWords(mark, { before: before(stationId), stationId })),
    );
    return [...marksOf(happenings, codes, { text, words }), ...alarms].sort((a, b) => b.t - a.t);
  }, [happenings, did, codes, text, words, alarmWords]);
  const all = useMemo(() => every.filter(({ of }) => !hidden.has(of)), [every, hidden]);
  const go = (change: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(query);
    change(next);
    setQuery(next, { replace: true });
  };
  const choose = (name: 'remark' | 'mark', key: string) =>
    go((next) => {
      for (const other of ['remark', 'mark']) next.delete(other);
      if (chosen !== key) next.set(name, key);
    });
  const listed = (remarks: boolean) =>
    every
      .filter(({ of }) => (of === 'remark') === remarks)
      .slice(0, mostListed)
      .map(({ key, t, text: said }) => ({
        value: remarks ? Number(key) : key,
        label: `${format.time(t, zone, 'dayTime')} ${said.slice(0, 60)}`,
      }));
  useOffer(remarkCommands.choose, ({ remark }) => choose('remark', String(remark)), {
    available: every.some(({ of }) => of === 'remark') ? true : 'remarks.empty.title',
    choices: () => listed(true),
  });
  useOffer(chart.mark, ({ mark }) => choose('mark', mark), {
    available: every.some(({ of }) => of !== 'remark') ? true : 'mark.none',
    choices: () => listed(false),
  });
  useOffer(chart.marks, ({ kind }) =>
    go((next) => {
      const left = markKinds.filter((one) => (one === kind) !== hidden.has(one));
      if (left.length === 0) next.delete('unmarked');
      else next.set('unmarked', left.join());
    }),
  );
  return {
    every,
    all,
    hidden,
    chosen,
    choose: (key) =>
      every.find((mark) => mark.key === key)?.of === 'remark'
        ? commands.run(remarkCommands.choose, { remark: Number(key) }, 'button')
        : commands.run(chart.mark, { mark: key }, 'button'),
  };
}
