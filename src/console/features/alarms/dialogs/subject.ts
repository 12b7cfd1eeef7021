import { alarmText } from '../../../../derive/alarm-text.ts';
import { levelOfRank } from '../../../../derive/level-word.ts';
import { useText } from '../../../components/i18n.ts';
import { ranks } from '../../../components/levels/level-shapes.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { shownRank } from '../../../state/alarms/order.ts';
import { useAlarmWords } from '../words/use-alarm-words.ts';

/** What a dialog is about: the alarm itself, or how many there are. */
export function useSubject(alarms: readonly AlarmView[]): string {
  const text = useText();
  const [alarm] = alarms;
  return alarms.length === 1 && alarm !== undefined
    ? `${alarm.stationCode} ${alarmText(alarm, text)}`
    : text('alarms.dialog.several', { count: alarms.length });
}

/** How many there are of each level, the worst first. */
export function useLevelCounts(alarms: readonly AlarmView[]) {
  const text = useText();
  const words = useAlarmWords();
  return ranks.flatMap((rank) => {
    const own = alarms.filter((alarm) => shownRank(alarm) === rank);
    const count = own.length;
    if (count === 0) return [];
    const level = words.level(rank, own[0]);
    return [{ rank, level: levelOfRank(rank), words: text('alarms.dialog.levels', { level, count }) }];
  });
}
