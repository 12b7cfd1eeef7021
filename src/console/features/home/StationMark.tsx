import type { StationState } from '../../../domain/station-state.ts';
import { Glyph, StateLabel, stateMessage } from '../../components/Glyph.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { useLevelWord } from '../../state/alarms/level-words.ts';

/** How a station's worst alarm stands; undefined = it has none. */
type Alarm = { readonly rank: number; readonly holds: boolean; readonly asks: boolean } | undefined;

interface Marked {
  readonly state: StationState;
  readonly alarm: Alarm;
  /** The project of the station: its company has words of its own for levels. */
  readonly projectId: number;
}

/** Shape and word of a station's worst alarm, with a bell where nobody has answered it; without one, of its state. */
export function StationMark({ state, alarm, projectId }: Marked) {
  const text = useText();
  const word = useLevelWord(text);
  if (alarm === undefined) return <StateLabel state={state} />;
  return (
    <span className={`state levelword--${alarm.rank} ${alarm.asks ? 'is-asking' : ''}`}>
      <LevelGlyph rank={alarm.rank} hollow={!alarm.holds} />
      <span className="state__word">{word(alarm.rank, { projectId })}</span>
      {alarm.asks && (
        <>
          <Icon name="bell-ring" className="icon--small" />
          <span className="visually-hidden">{text('alarms.mark.unanswered')}</span>
        </>
      )}
    </span>
  );
}

/** The same as a word alone. */
export function StationWord({ state, alarm, projectId }: Marked) {
  const text = useText();
  const word = useLevelWord(text);
  if (alarm === undefined) return <span className={`state--${state}`}>{text(stateMessage(state))}</span>;
  return (
    <span className={`levelword--${alarm.rank} ${alarm.asks ? 'is-asking' : ''}`}>
      {word(alarm.rank, { projectId })}
    </span>
  );
}

/** Small shape of a station's worst alarm, else of its state. */
export function StationGlyph({ state, alarm }: { readonly state: StationState; readonly alarm: Alarm }) {
  return alarm === undefined ? (
    <Glyph state={state} />
  ) : (
    <LevelGlyph rank={alarm.rank} hollow={!alarm.holds} />
  );
}
