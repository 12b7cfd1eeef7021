import type { TableColumn } from '../../../derive/row-columns.ts';
import type { DoubtfulValue } from '../../../domain/latest.ts';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { cellText } from '../../components/table/cell-text.ts';

/** What a device says of a value that it does not vouch for. Sparkplug: 0 bad, 500 stale. */
export const qualityMessage = (quality: number) =>
  quality === 0 ? 'value.bad' : quality === 500 ? 'value.stale' : 'value.doubtful';

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
  const word = text(qualityMessage(entry.quality), { quality: entry.quality });
  const value = `${cellText(column, entry.value, text, zone)} ${column.unit ?? ''}`.trim();
  return (
    <span className="notgood" title={format.time(entry.t, zone, 'full')}>
      <Icon name="warning" />
      {word}: {value}
    </span>
  );
}
