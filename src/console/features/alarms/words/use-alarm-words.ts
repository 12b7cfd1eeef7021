import { useMemo } from 'react';
import type { MessageId } from '../../../../base/messages.ts';
import { type Formatters, type Text, useText } from '../../../components/i18n.ts';
import type { AlarmOutcome } from '../../../state/alarms/acts.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { useLevelWord } from '../../../state/alarms/level-words.ts';
import { type AlarmMark, markOf, shownRank } from '../../../state/alarms/order.ts';

/** A moment by its clock; with its day where that is another one than now. */
export function clockText(ms: number, now: number, zone: string, format: Formatters): string {
  return format.time(ms, zone, 'date') === format.time(now, zone, 'date')
    ? format.time(ms, zone, 'minute')
    : format.time(ms, zone, 'dayTime');
}

/** Why the server did not do it to an alarm. */
export function refusedText(
  { refused }: Pick<AlarmOutcome, 'refused'>,
  text: Text,
  format: Formatters,
  zone: string,
): string {
  if (refused === null) return '';
  const { bound } = refused.params;
  const said = typeof bound === 'number' ? { bound: format.time(bound, zone, 'dayTime') } : {};
  return text(refused.messageId as MessageId, { account: '–', ...refused.params, ...said });
}

/** The words of levels and marks, by the edition of the server and the company that an alarm is of. */
export function useAlarmWords() {
  const text = useText();
  const level = useLevelWord(text);
  return useMemo(() => {
    const mark = (of: AlarmMark) => text(`alarms.mark.${of}`);
    return {
      level,
      mark,
      /** Level and mark as they are read aloud: "Orange, not acknowledged". */
      standing: (alarm: AlarmView) =>
        text('alarms.standing', { level: level(shownRank(alarm), alarm), mark: mark(markOf(alarm)) }),
    };
  }, [text, level]);
}
