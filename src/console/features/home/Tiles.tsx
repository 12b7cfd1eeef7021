import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { navigation } from '../../../../commands/navigation/index.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { type CommandCall, callOf } from '../../../command/command.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { type StationState, stationStates } from '../../../domain/station-state.ts';
import { useCommands } from '../../components/commands.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { stateColours } from '../../components/glyph-shapes.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { ranks } from '../../components/levels/level-shapes.ts';
import { asking } from '../../state/alarms/asking.ts';
import { marked } from '../../state/alarms/marked.ts';
import { useNow } from '../../state/connection/clock.ts';
import { asOf, stationsView } from '../../state/sites/stations.ts';
import { stateGroups } from './use-filters.ts';

function Tile(props: {
  readonly label: string;
  readonly states: readonly StationState[];
  readonly value: ReactNode;
  readonly note: ReactNode;
  /** What it does where it does not filter by its states. */
  readonly action?: CommandCall;
}) {
  const commands = useCommands();
  const { states } = useSnapshot(stationsView);
  const on = props.states.length > 0 && props.states.join() === states.join();
  const action = props.action ?? callOf(stationCommands.state, { states: on ? [] : props.states });
  return (
    <button
      type="button"
      className="tile yields clips pickable"
      aria-pressed={on}
      onClick={() => commands.runCall(action, 'button')}
    >
      <span className="tile__label clips one-line text-11 dim">{props.label}</span>
      <span className="tile__value num one-line stressed">{props.value}</span>
      <span className="tile__note clips one-line text-11 dim">{props.note}</span>
    </button>
  );
}

/** What the whole fleet is like now; each tile filters list and map. */
export function Tiles({
  stations,
  phone,
}: {
  readonly stations: readonly StationSummary[];
  readonly phone: boolean;
}) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { byRank } = useSnapshot(marked);
  const { count: toAnswer } = useSnapshot(asking);
  const now = useNow(1000);
  const current = stations.map((station) => asOf(station, now));
  const count = (...states: StationState[]) =>
    current.filter((station) => states.includes(station.state)).length;
  if (phone) {
    const view = stationsView;
    return (
      <div className="chips gap-8 paper underlined flex">
        {stationStates
          .filter((state) => count(state) > 0)
          .map((state) => (
            <button
              key={state}
              type="button"
              className="chip num row gap-8 rigid inset"
              aria-pressed={view.states.join() === state}
              aria-label={`${text(`state.${state}`)} ${count(state)}`}
              onClick={() =>
                commands.run(
                  stationCommands.state,
                  { states: view.states.join() === state ? [] : [state] },
                  'button',
                )
              }
            >
              <Glyph state={state} />
              {count(state)}
            </button>
          ))}
      </div>
    );
  }
  const watched = current.filter((station) => station.state !== 'offline').length;
  const onSchedule = current.filter(
    (station) => station.link === 'connected' || station.link === 'asleep',
  ).length;
  const late = current.filter((station) => station.link === 'overdue' || station.link === 'silent');
  const oldest = late.reduce<number | null>(
    (found, station) =>
      station.lastContactAt === null ? found : Math.min(found ?? now, station.lastContactAt),
    null,
  );
  const next = current
    .filter((station) => station.link === 'asleep' && station.nextContactAt !== null)
    .map((station) => station.nextContactAt ?? 0)
    .sort((a, b) => a - b);
  const rain = current
    .filter(
      (station) =>
        station.primary?.row === 'rain' &&
        station.primary.value !== null &&
        now - station.primary.t < 86_400_000,
    )
    .sort((a, b) => (b.primary?.value ?? 0) - (a.primary?.value ?? 0))[0];
  return (
    <section className="panel tiles grid" aria-label={text('home.summary')}>
      <Tile
        label={text('home.stations')}
        states={[]}
        value={current.length}
        note={
          <span className="tile__bar clips flex">
            {stationStates.map((state) => {
              const share = count(state);
              return share === 0 ? null : (
                <i key={state} style={{ flexGrow: share, background: stateColours[state] }} />
              );
            })}
          </span>
        }
      />
      <Tile
        label={text('home.onSchedule')}
        states={stateGroups.onSchedule}
        value={
          <>
            {onSchedule}
            <span className="tile__small dim">
              {watched === 0 ? '' : `${format.number((100 * onSchedule) / watched, 1)} %`}
            </span>
          </>
        }
        note={text('home.onSchedule.note', { watched })}
      />
      <Tile
        label={text('home.openAlarms')}
        states={[]}
        action={callOf(navigation.alarms)}
        value={
          <span className="tile__levels flex">
            {ranks
              .filter((rank) => (byRank[rank] ?? 0) > 0)
              .map((rank) => (
                <span key={rank}>
                  <LevelGlyph rank={rank} size={16} />
                  {byRank[rank]}
                </span>
              ))}
            {byRank.every((many) => many === 0) && <span>{byRank.length === 0 ? '–' : 0}</span>}
          </span>
        }
        note={text('home.openAlarms.note', { asking: toAnswer, device: count('deviceAlarm') })}
      />
      <Tile
        label={text('home.late')}
        states={stateGroups.late}
        value={
          <>
            {count('late')}
            <span className="tile__small dim">/ {count('silent')}</span>
          </>
        }
        note={
          oldest === null
            ? text('home.late.none')
            : text('home.late.oldest', { age: format.duration(now - oldest) })
        }
      />
      <Tile
        label={text('home.faults')}
        states={['fault']}
        value={count('fault')}
        note={text('home.faults.note')}
      />
      <Tile
        label={text('home.asleep')}
        states={['asleep']}
        value={count('asleep')}
        note={
          next[0] === undefined ? '' : text('home.asleep.next', { time: format.countdown(next[0] - now) })
        }
      />
      <Tile
        label={text('home.rain')}
        states={[]}
        {...(rain === undefined ? {} : { action: callOf(stationCommands.select, { stationId: rain.id }) })}
        value={
          rain === undefined ? (
            '–'
          ) : (
            <>
              {format.number(rain.primary?.value, 1)}
              <span className="unit">mm</span>
            </>
          )
        }
        note={rain === undefined ? '' : `${rain.code} ${rain.name}`}
      />
    </section>
  );
}
