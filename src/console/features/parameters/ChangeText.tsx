import type { ParameterChange } from '../../../contract/devices/parameters.ts';
import { useText } from '../../components/i18n.ts';
import { useOrderText } from '../../components/orders/use-order-text.ts';

/** A change, field by field: "Send cycle 3600 s → 600 s". */
export function ChangeText({ change }: { readonly change: ParameterChange }) {
  const text = useText();
  const words = useOrderText();
  const value = (field: string, of: ParameterChange['changes'][number]['from']) =>
    words.value(change.group, field, change.kind, of);
  return change.changes.map(({ field, from, to, isSecret }) => (
    <span key={field} className="change">
      <b className="strong">{words.field(change.group, field)}</b>{' '}
      <span className="num">
        {isSecret ? text('changes.secret') : `${value(field, from)} → ${value(field, to)}`}
      </span>
    </span>
  ));
}
