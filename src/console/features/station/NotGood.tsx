import type { TableColumn } from '../../../derive/row-columns.ts';
import type { DoubtfulValue } from '../../../domain/readings/latest.ts';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { doubtedText } from '../../components/table/cell-text.ts';

/** A value that the device sent and does not vouch for, beside the last good one; nothing where there is none. */
export function NotGood(props: {
  readonly entry: DoubtfulValue | undefined;
  readonly column: TableColumn;
  readonly zone: string;
}) {
  const { entry, column, zone } = props;
  const text = useText();
  const format = useFormat();
  if (entry === undefined) return null;
  return (
    <span className="notgood gap-4 text-11" title={format.time(entry.t, zone, 'full')}>
      <Icon name="warning" />
      {`${doubtedText(column, entry, text, zone)} ${column.unit ?? ''}`.trim()}
    </span>
  );
}
