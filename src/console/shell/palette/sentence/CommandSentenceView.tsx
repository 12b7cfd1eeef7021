import { Command as Cmdk } from 'cmdk';
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { Icon, isIconName } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { primaryText } from '../../../features/home/value.ts';
import { asOf } from '../../../state/sites/stations.ts';
import { isDangerousRow } from '../danger.ts';
import type { CommandReading, CommandSentence } from './command-sentence.ts';
import { Fact } from './Preview.tsx';
import { Part } from './SentenceView.tsx';
import { commandLine } from './use-lines.ts';

/** How the station that a command would touch is now: its state, its value, when it spoke last and speaks next. */
function Touched(props: {
  readonly station: StationSummary;
  readonly reading: CommandReading;
  readonly now: number;
}) {
  const { now, reading } = props;
  const station = asOf(props.station, now);
  const text = useText();
  const format = useFormat();
  const { channel, value, unit } = primaryText(station, text);
  const { lastContactAt, nextContactAt, timeZone } = station;
  return (
    <section className="preview" aria-label={text('sentence.preview')}>
      <p className="preview__change row">
        <b>{`${station.code} ${station.name}`}</b>
      </p>
      <dl className="terms">
        <Fact label={text('argument.states')}>{text(`state.${station.state}`)}</Fact>
        {channel !== '' && <Fact label={channel}>{`${value} ${unit}`}</Fact>}
        <Fact label={text('home.lastContact')}>
          {lastContactAt === null ? '–' : format.duration(now - lastContactAt)}
        </Fact>
        {nextContactAt !== null && nextContactAt > now && (
          <Fact label={text('home.nextContact')}>{format.time(nextContactAt, timeZone, 'minute')}</Fact>
        )}
      </dl>
      {isDangerousRow(reading.entry) && (
        <p className="preview__why gap-8 text-12 dim flex">
          <Icon name="lock" />
          {text('sentence.open')}
        </p>
      )}
    </section>
  );
}

/** A sentence that runs a command on a station: its parts, what it can mean, and how that station is now. */
export function CommandSentenceView(props: {
  readonly sentence: CommandSentence;
  readonly now: number;
  /** The row that is chosen, by its value; empty where none is. */
  readonly selected: string;
  readonly onRun: (reading: CommandReading) => void;
}) {
  const { sentence, now, selected, onRun } = props;
  const { station, readings, said } = sentence;
  const text = useText();
  const at = readings.findIndex((_, place) => commandLine(place) === selected);
  const shown = readings[Math.max(at, 0)];
  const titleOf = ({ entry, args }: CommandReading) => {
    const { tab } = args;
    const title = entry.fields[0]?.text ?? '';
    return typeof tab === 'string' ? text(`station.tab.${tab}` as 'station.tab.curve') : title;
  };
  return (
    <>
      <div className="sentence__parts wrap gap-8 flex">
        <Part label={text('sentence.part.verb')}>{said}</Part>
        {station !== null && (
          <Part label={text('argument.station')}>{`@${station.code} ${station.name}`}</Part>
        )}
      </div>
      <div className="sentence grid">
        <Cmdk.List className="palette__list scroll">
          {at < 0 && (
            <p className="palette__hint palette__hint--about dim row gap-6" role="status">
              <Icon name="shield-alert" />
              {text('palette.chooseFirst')}
            </p>
          )}
          <Cmdk.Group heading={text('sentence.readsAs')}>
            {readings.map((reading, place) => (
              <Cmdk.Item
                key={reading.entry.key}
                value={commandLine(place)}
                className="palette__row one-line grid"
                onSelect={() => onRun(reading)}
              >
                <Icon name={isIconName(reading.entry.icon) ? reading.entry.icon : 'terminal'} />
                <span className="palette__title column yields">
                  <span className="ellipsis">
                    {text('orders.title', {
                      station: station === null ? '' : `${station.code} ${station.name}`,
                      command: titleOf(reading),
                    })}
                  </span>
                </span>
              </Cmdk.Item>
            ))}
          </Cmdk.Group>
        </Cmdk.List>
        {station !== null && shown !== undefined && <Touched station={station} reading={shown} now={now} />}
      </div>
    </>
  );
}
