import { stations } from '../../../../../commands/stations/index.ts';
import { rows } from '../../../../catalogue/index.ts';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import { elementMessage } from '../../../../derive/messages.ts';
import { strongestOf } from '../../../../domain/readings/strongest.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { cellText } from '../../../components/table/cell-text.ts';
import type { RowSource } from '../sources.ts';
import './elements.css';

/** The newest reading of a string, node by node (or layer by layer) from the top down, the one that moved most marked. */
export function ElementsNow({
  detail,
  source,
}: {
  readonly detail: StationDetail;
  readonly source: RowSource;
}) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const zone = detail.summary.timeZone;
  const of = rows[source.row].elements;
  const latest = detail.sensors.find(({ id }) => id === source.sourceId)?.latest ?? [];
  const parts = latest
    .filter(({ row, element }) => row === source.row && element > 0)
    .toSorted((a, b) => a.element - b.element);
  const columns = source.columns.filter(({ element, type }) => element && type !== 'samples');
  const first = of?.channels.find((channel) => channel.type === 'number' && channel.chart === true);
  const strongest = strongestOf(parts, first?.id ?? '');
  const newest = parts.reduce((most, { t }) => Math.max(most, t), 0);
  if (of === undefined || parts.length === 0) return null;
  return (
    <section className="elements paper underlined" aria-label={text('elements.now')}>
      <p className="elements__head text-12 dim num">
        {text('elements.now')} · {format.time(newest, zone, 'full')}
        {strongest !== null &&
          ` · ${text('elements.strongest', { part: text(elementMessage(source.row, of.id), { number: strongest.element }) })}`}
      </p>
      <table className="plain num">
        <thead>
          <tr>
            <th scope="col">{text('argument.element')}</th>
            {columns.map(({ id, heading, unit }) => (
              <th key={id} scope="col">
                {text(heading)} <small>{unit}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.element} className={part === strongest ? 'elements__strongest' : ''}>
              <th scope="row">
                <button
                  type="button"
                  onClick={() => commands.run(stations.element, { element: part.element }, 'button')}
                >
                  {text(elementMessage(source.row, of.id), { number: part.element })}
                </button>
              </th>
              {columns.map((column) => (
                <td key={column.id}>{cellText(column, part.values[column.id], text, zone)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
