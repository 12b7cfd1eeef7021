import type { DeviceView } from '../../../derive/device-views/views.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import type { DeviceWords } from '../../components/values/use-device-words.ts';
import { type DeviceLine, spreadOf } from './lines.ts';

/** How the listed devices are spread in the current column, and the keys. */
export function Foot(props: {
  readonly view: DeviceView;
  readonly lines: readonly DeviceLine[];
  readonly words: DeviceWords;
  readonly column: number;
}) {
  const { view, lines, words } = props;
  const text = useText();
  const format = useFormat();
  const column = view.columns[props.column];
  const isCommon = column !== undefined && column.type === 'number' && column.source.type !== 'primary';
  const values = isCommon
    ? lines.flatMap(({ row }) => {
        const value = row.cells[props.column];
        return typeof value === 'number' ? [value] : [];
      })
    : [];
  const spread = spreadOf(values);
  const number = (value: number) =>
    `${format.number(value, column?.digits ?? 0)} ${column?.unit ?? ''}`.trim();
  const keys = [
    ['j k h l', 'deviceViews.key.move'],
    ['Enter', 'deviceViews.key.curve'],
    ['v', 'deviceViews.key.show'],
    ['Space', 'deviceViews.key.mark'],
  ] as const;
  return (
    <footer className="dv__foot row gap-12 rigid clips one-line inset raised text-12 dim">
      <span className="num ellipsis" role="status">
        {spread !== null && column !== undefined
          ? text('deviceViews.spread', {
              count: spread.count,
              column: words.head(column),
              median: number(spread.median),
              low: number(spread.low),
              high: number(spread.high),
            })
          : ''}
      </span>
      <span className="grow" />
      {keys.map(([caps, id]) => (
        <span key={id} className="dv__keys row gap-4">
          {caps.split(' ').map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
          <span>{text(id)}</span>
        </span>
      ))}
    </footer>
  );
}
