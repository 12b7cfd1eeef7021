import { useEffect, useMemo } from 'react';
import { stationStates } from '../../../../domain/station-state.ts';
import { Glyph, stateMessage } from '../../../components/Glyph.tsx';
import { stateColours } from '../../../components/glyph-shapes.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { useLevelWord } from '../../../state/alarms/level-words.ts';
import { useStationAlarms } from '../../../state/alarms/marked.ts';
import { type TileProps, useScope } from './scope.ts';

const radius = 42;
const round = 2 * Math.PI * radius;

/** How many stations are in which state; one with an alarm stands by its level. */
export default function StatesTile({ settings, projectId, onNote }: TileProps<'states'>) {
  const text = useText();
  const format = useFormat();
  const level = useLevelWord(text);
  const alarms = useStationAlarms();
  const stations = useScope(settings.projectId ?? projectId);
  const parts = useMemo(() => {
    const rankOf = (id: number) => {
      const alarm = alarms.get(id);
      return alarm?.holds === true ? alarm.rank : 0;
    };
    const levels = [4, 3, 2, 1].map((rank) => ({
      name: `level ${rank}`,
      rank,
      state: null,
      color: `var(--lv${rank})`,
      count: stations.filter(({ id }) => rankOf(id) === rank).length,
    }));
    const states = stationStates.map((state) => ({
      name: state,
      rank: 0,
      state,
      color: stateColours[state],
      count: stations.filter((station) => station.state === state && rankOf(station.id) === 0).length,
    }));
    return [...levels, ...states];
  }, [stations, alarms]);
  useEffect(() => onNote(''), [onNote]);
  const all = stations.length;
  let before = 0;
  return (
    <div className="dring">
      <svg viewBox="0 0 100 100" className="dring__round" aria-hidden="true">
        {all === 0 && <circle cx="50" cy="50" r={radius} stroke="var(--hairline)" className="dring__part" />}
        {parts.map(({ name, color, count }) => {
          if (count === 0) return null;
          const length = (count / all) * round;
          const at = before;
          before += length;
          // A hair between two parts, where there is room for it.
          const gap = count === all || length < 2 ? 0 : 0.6;
          return (
            <circle
              key={name}
              cx="50"
              cy="50"
              r={radius}
              className="dring__part"
              stroke={color}
              strokeDasharray={`${length - gap} ${round - length + gap}`}
              strokeDashoffset={-at}
            />
          );
        })}
        <text x="50" y="52" className="dring__count num" textAnchor="middle">
          {format.number(all, 0)}
        </text>
      </svg>
      <ul className="dring__legend">
        {parts
          .filter(({ count, state }) => count > 0 || state === 'ok')
          .map(({ name, rank, state, count }) => (
            <li key={name} className="row gap-8">
              {state === null ? <LevelGlyph rank={rank} size={13} /> : <Glyph state={state} size={13} />}
              <span className="grow ellipsis">
                {state === null ? level(rank) : text(stateMessage(state))}
              </span>
              <b className="num">{format.number(count, 0)}</b>
            </li>
          ))}
      </ul>
    </div>
  );
}
