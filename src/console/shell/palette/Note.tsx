import type { CommandContext } from '../../../command/context.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { primaryText } from '../../features/home/value.ts';
import { markOf } from '../../state/alarms/order.ts';
import type { Entry } from './entries.ts';

/** What stands at the right of a row: the value as it is now, with its age, or what is so already. */
export function Note(props: {
  readonly entry: Entry;
  readonly now: number;
  /** The station on screen. */
  readonly station: StationSummary | undefined;
  readonly context: CommandContext;
}) {
  const { entry, now, station, context } = props;
  const text = useText();
  const format = useFormat();
  if (entry.type === 'command') {
    const isOn = entry.command.isOn?.(context, entry.args as never) ?? false;
    return isOn ? <Icon name="check" /> : null;
  }
  if (entry.type === 'parameter') {
    return entry.group === 'rtu' && entry.field.id === 'sendCycle' && station !== undefined ? (
      <>
        <b>{format.number(station.sendCycle, 0)}</b> s
      </>
    ) : null;
  }
  if (entry.type === 'openAlarm')
    return (
      <>
        {text(`alarms.mark.${markOf(entry.alarm)}`)}
        <span className="faint"> · {format.duration(now - entry.alarm.raisedAt)}</span>
      </>
    );
  if (entry.type === 'alarm') return <span className="faint">{format.duration(now - entry.alarm.t)}</span>;
  if (entry.type === 'device') {
    const found = entry.fields.find(({ kind }) => kind === 'alias');
    return <>{found?.text}</>;
  }
  const { value, unit, channel } = primaryText(entry.station, text);
  const { lastContactAt } = entry.station;
  return (
    <>
      {channel} <b>{value}</b> {unit}
      {lastContactAt !== null && <span className="faint"> · {format.duration(now - lastContactAt)}</span>}
    </>
  );
}
