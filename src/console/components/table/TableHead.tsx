import { table } from '../../../../commands/table.ts';
import type { TableColumn } from '../../../derive/row-columns.ts';
import { useCommands } from '../commands.tsx';
import { Icon } from '../Icon.tsx';

/** The head of a column: name and unit; a press sorts by it. */
export function TableHead(props: {
  readonly column: TableColumn;
  readonly title: string;
  /** Sorted by it downwards (true) or upwards; null = by another; undefined = the table cannot be sorted. */
  readonly down: boolean | null | undefined;
}) {
  const { column, title, down } = props;
  const commands = useCommands();
  const name = (
    <span className="ellipsis" title={title}>
      {title}
    </span>
  );
  const sorted = down === undefined ? {} : { 'aria-sort': sortName(down) };
  return (
    <span
      role="columnheader"
      tabIndex={-1}
      className={column.type === 'number' ? 'table__number' : ''}
      {...sorted}
    >
      {down === undefined ? (
        name
      ) : (
        // The grid holds the keys: Enter on a cell does the same.
        <button
          type="button"
          tabIndex={-1}
          className="table__sort"
          onClick={() => commands.run(table.sort, { column: column.id }, 'button')}
        >
          {name}
          {down !== null && <Icon name={down ? 'chevron-down' : 'chevron-up'} />}
        </button>
      )}
      <small>{column.unit ?? ''}</small>
    </span>
  );
}

const sortName = (down: boolean | null) =>
  down === null ? ('none' as const) : down ? ('descending' as const) : ('ascending' as const);
