import { useEffect, useMemo } from 'react';
import { ref, useSnapshot } from 'valtio';
import { alarms as alarmCommands } from '../../../../commands/alarms/index.ts';
import { navigation } from '../../../../commands/navigation/index.ts';
import { latchedFrom } from '../../../domain/alarms/standing.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { useOffer } from '../../components/screen.ts';
import { actOnAlarms } from '../../state/alarms/acts.ts';
import { type AlarmView, useOpenAlarms } from '../../state/alarms/alarms.ts';
import { asking } from '../../state/alarms/asking.ts';
import { marked } from '../../state/alarms/marked.ts';
import { asks, countAlarms, shownRank, worstByStation } from '../../state/alarms/order.ts';
import { notify } from '../../state/notices.ts';
import { preferences, setSound } from '../../state/preferences.ts';
import { beep } from './beep.ts';
import { useDesk } from './desk/use-desk.tsx';
import { refusedText } from './words/use-alarm-words.ts';
import './bell.css';

const mostShown = 99;
const none: readonly AlarmView[] = [];
/** What nobody has answered is heard again after so long, ms. */
const again = 20_000;

/** Highest rank that is heard: of alarms that ask and latch; 0 = silence. */
const loudest = (alarms: readonly AlarmView[]) =>
  Math.max(
    0,
    ...alarms.flatMap((alarm) =>
      asks(alarm) && alarm.present > 0 && shownRank(alarm) >= latchedFrom ? [shownRank(alarm)] : [],
    ),
  );

/** How many alarms nobody has answered and how bad the worst of them is; it keeps what the console knows of alarms. `phone`: in the bar at the foot. */
export default function Bell({
  phone = false,
  current = false,
}: {
  readonly phone?: boolean;
  readonly current?: boolean;
}) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { sound } = useSnapshot(preferences);
  const { data } = useOpenAlarms();
  const alarms = data?.alarms ?? none;
  const { asking: count, worstAsking } = useMemo(() => countAlarms(alarms), [alarms]);
  useEffect(() => {
    asking.count = count;
  }, [count]);
  useEffect(() => {
    marked.byStation = ref(worstByStation(alarms));
    marked.byRank = ref([...countAlarms(alarms).byRank]);
  }, [alarms]);
  useEffect(
    () => () => {
      marked.byStation = ref(new Map());
      marked.byRank = ref([]);
      asking.count = 0;
    },
    [],
  );
  const rank = loudest(alarms);
  useEffect(() => {
    if (!sound || rank === 0) return;
    beep(rank);
    const timer = setInterval(() => beep(rank), again);
    return () => clearInterval(timer);
  }, [sound, rank]);
  useOffer(alarmCommands.sound, () => setSound(!sound));
  useOffer(alarmCommands.undo, async ({ alarmIds }) => {
    const newest = alarms
      .filter(({ answer }) => answer !== null)
      .toSorted((a, b) => (b.answer?.at ?? 0) - (a.answer?.at ?? 0))[0];
    const ids = alarmIds ?? (newest === undefined ? [] : [newest.id]);
    if (ids.length === 0) return;
    const outcomes = await actOnAlarms('undo', ids, {});
    const refused = outcomes.filter((outcome) => outcome.refused !== null);
    const [first] = refused;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const count = outcomes.length - refused.length;
    if (count > 0)
      notify('info', count === 1 ? text('alarms.done.undo') : text('alarms.done.undoMany', { count }));
    if (first === undefined) return;
    const reason = refusedText(first, text, format, zone);
    notify(
      'warning',
      outcomes.length === 1 ? reason : text('alarms.notDone', { count: refused.length, reason }),
    );
  });
  const desk = useDesk(alarms);
  const name = text('alarms.header', { count });
  const bell = (
    <button
      type="button"
      className={phone ? 'bell bell--phone' : 'header__button bell'}
      aria-current={current ? 'page' : undefined}
      // On a phone what it shows is part of its name.
      aria-label={phone ? undefined : name}
      title={name}
      onClick={() => commands.run(navigation.alarms)}
    >
      <Icon name={count > 0 ? 'bell-ring' : 'bell'} />
      {phone && text('phone.alarms')}
      {count > 0 && (
        <span className="bell__count num strong">
          <LevelGlyph rank={worstAsking} size={10} />
          {Math.min(count, mostShown)}
        </span>
      )}
      {phone && <span className="visually-hidden">{name}</span>}
    </button>
  );
  return (
    <>
      {bell}
      {desk}
    </>
  );
}
