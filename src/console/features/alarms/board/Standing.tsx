import { Icon, type IconName } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { type AlarmMark, markOf, shownRank } from '../../../state/alarms/order.ts';
import { clockText, useAlarmWords } from '../words/use-alarm-words.ts';

export const markIcons: Readonly<Record<AlarmMark, IconName>> = {
  unanswered: 'bell-ring',
  acknowledged: 'tick',
  returned: 'undo',
  latched: 'lock',
  shelved: 'circle-pause',
  suppressed: 'merge',
  outOfService: 'wrench',
  closed: 'check',
};

/** What people did: a mark and its word. */
export function MarkLabel({
  alarm,
  now,
  zone,
}: {
  readonly alarm: AlarmView;
  readonly now: number;
  readonly zone: string;
}) {
  const text = useText();
  const format = useFormat();
  const words = useAlarmWords();
  const mark = markOf(alarm);
  const until = alarm.shelf?.until;
  return (
    <span className={`amark amark--${mark} text-11 dim`}>
      <Icon name={markIcons[mark]} />
      <span className="ellipsis">
        {mark === 'shelved' && until !== undefined
          ? text('alarms.shelvedTo', { time: clockText(until, now, zone, format) })
          : mark === 'outOfService' && alarm.maintenanceUntil !== null
            ? text('station.maintenance', { until: clockText(alarm.maintenanceUntil, now, zone, format) })
            : words.mark(mark)}
      </span>
    </span>
  );
}

/** The level with its glyph; the highest one beside it where that was more. */
export function LevelLabel({ alarm, size = 12 }: { readonly alarm: AlarmView; readonly size?: number }) {
  const text = useText();
  const words = useAlarmWords();
  const rank = shownRank(alarm);
  return (
    <span className={`alevel alevel--${rank}`}>
      <LevelGlyph rank={rank} hollow={alarm.present === 0} size={size} />
      <span className="ellipsis">{words.level(rank, alarm)}</span>
      {alarm.peak > rank && (
        <small className="faint" title={words.level(alarm.peak, alarm)}>
          {text('alarms.peak')} <LevelGlyph rank={alarm.peak} hollow size={9} />
          <span className="visually-hidden">{words.level(alarm.peak, alarm)}</span>
        </small>
      )}
    </span>
  );
}
