import { useMemo } from 'react';
import { useText } from '../../../components/i18n.ts';
import type { AlarmHappening } from '../../../state/alarms/curves.ts';
import { useLevelWord } from '../../../state/alarms/level-words.ts';
import type { CurveMark } from './use-marks.ts';

const icons = { acknowledge: 'tick', close: 'archive' } as const;

/** How a curve marks what an alarm did: the shape of its level, or what a person did. `before`: the station's code. */
export function useAlarmMarkWords(): (
  mark: AlarmHappening,
  station: { readonly before: string; readonly stationId: number },
) => CurveMark {
  const text = useText();
  const level = useLevelWord(text);
  return useMemo(
    () =>
      (mark, { before, stationId }) => {
        const { id, type, t, from, to, accountName, ruleName, note, slot } = mark;
        const rank = Math.max(1, type === 'return' ? from : to);
        const done = type === 'acknowledge' || type === 'close';
        const said = text(`mark.alarm.${type}`, {
          level: level(rank, { stationId }),
          rule: ruleName,
          account: accountName ?? '–',
        });
        const place = slot === null ? '' : ` #${slot}`;
        return {
          key: `alarm-${id}`,
          t,
          of: 'alarm',
          icon: done ? icons[type] : 'bell',
          ...(done ? {} : { level: { rank, hollow: type === 'return' } }),
          kind: text('mark.alarm'),
          text: [`${before}${said}${place}`, note].filter(Boolean).join(' · '),
        };
      },
    [text, level],
  );
}
