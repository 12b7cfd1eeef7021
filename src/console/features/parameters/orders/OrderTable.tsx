import type { ReactNode, RefObject } from 'react';
import type { MessageId } from '../../../../base/messages.ts';
import { EmptyState, LoadingRows } from '../../../components/conditions.tsx';
import type { IconName } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import './order-list.css';

/** What went to a station's devices, a row each; the last column holds what can be done with it. */
export function OrderTable(props: {
  readonly label: MessageId;
  readonly heads: readonly MessageId[];
  /** The first column is a running number. */
  readonly numbered?: boolean;
  /** Shown where there is none. */
  readonly none: { readonly icon: IconName; readonly title: MessageId; readonly text: MessageId };
  /** Null = not here yet. */
  readonly rows: readonly ReactNode[] | null;
  readonly table?: RefObject<HTMLTableElement | null>;
  readonly foot?: ReactNode;
}) {
  const { rows, none } = props;
  const text = useText();
  if (rows === null) return <LoadingRows rows={8} />;
  if (rows.length === 0)
    return (
      <div className="scroll scroll--cards paper">
        <EmptyState icon={none.icon} title={text(none.title)}>
          {text(none.text)}
        </EmptyState>
      </div>
    );
  return (
    <div className="scroll scroll--cards paper">
      <table
        ref={props.table}
        className="sheet sheet--cards olist touch text-12"
        aria-label={text(props.label)}
      >
        <thead>
          <tr>
            {props.heads.map((head, index) => (
              <th key={head} scope="col" className={props.numbered && index === 0 ? 'r' : undefined}>
                {text(head)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{text('orders.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
      {props.foot}
    </div>
  );
}
