import { baselines as baselineCommands } from '../../../../commands/baselines.ts';
import { kindByCode, rows } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import { channelMessage } from '../../../derive/messages.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import type { BaselineView } from '../../state/devices/baselines.ts';

/** Values that a line shows; a string of nodes has hundreds. */
const mostShown = 6;

/** A sensor's initial values, the newest first; those that were withdrawn are struck out, with who and why. */
export function BaselineList(props: {
  readonly known: readonly BaselineView[];
  readonly zone: string;
  /** Code of the sensor's kind. */
  readonly rowsOf: number;
}) {
  const { known, zone, rowsOf } = props;
  const text = useText();
  const format = useFormat();
  if (known.length === 0) return <p className="baselines__empty faint">{text('baselines.empty')}</p>;
  const several = (kindByCode(rowsOf)?.rows.length ?? 0) > 1;
  const valueText = ({ row, channel, element, value }: BaselineView['initialValues'][number]) => {
    const definition = rows[row as RowId];
    const found = [...definition.channels, ...(definition.elements?.channels ?? [])].find(
      ({ id }) => id === channel,
    );
    const digits = found?.type === 'number' ? found.digits : 3;
    const unit = found?.type === 'number' ? (found.unit ?? '') : '';
    const place = element === null || element === 0 ? '' : ` ${element}`;
    return `${text(channelMessage(row as RowId, channel))}${place} ${value === null ? '–' : `${format.number(value, digits)} ${unit}`}`;
  };
  return (
    <div className="baselines__list">
      <table className={`plain num ${several ? 'baselines__several' : ''}`}>
        <thead>
          <tr>
            <th>{text('baselines.since')}</th>
            <th>{text('baselines.values')}</th>
            <th>{text('baselines.how')}</th>
            <th>{text('baselines.who')}</th>
            <th aria-label={text('baselines.withdraw')} />
          </tr>
        </thead>
        <tbody>
          {known.map((baseline) => (
            <tr key={baseline.id} className={baseline.withdrawn === null ? '' : 'is-withdrawn'}>
              <td>{format.time(baseline.t, zone, 'full')}</td>
              <td>
                {baseline.initialValues.slice(0, mostShown).map((initial) => (
                  <span
                    key={`${initial.row} ${initial.element} ${initial.channel}`}
                    className="baselines__value one-line"
                  >
                    {valueText(initial)}
                  </span>
                ))}
                {baseline.initialValues.length > mostShown && (
                  <span>+{baseline.initialValues.length - mostShown}</span>
                )}
              </td>
              <td>{text(`baselines.how.${baseline.how}`)}</td>
              <td>
                {baseline.accountName ?? '–'}
                {baseline.reason !== '' && <span className="dim"> {baseline.reason}</span>}
                {baseline.withdrawn !== null && (
                  <span className="baselines__withdrawn">
                    {text('baselines.withdrawnBy', {
                      name: baseline.withdrawn.by,
                      time: format.time(baseline.withdrawn.at, zone, 'full'),
                      why: baseline.withdrawn.why,
                    })}
                  </span>
                )}
              </td>
              <td>
                {baseline.withdrawn === null && (
                  <Permit needs="station:baseline:edit">
                    <CommandButton
                      command={baselineCommands.withdraw}
                      args={{ baselineId: baseline.id }}
                      icon="undo"
                      label={text('baselines.withdraw')}
                      look="ghost"
                      iconOnly
                    />
                  </Permit>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
