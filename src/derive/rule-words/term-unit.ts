/** The unit of what a rule's term measures. */
import { rows } from '../../catalogue/index.ts';
import type { NumberChannel } from '../../catalogue/model.ts';
import { quantityOf } from '../../domain/alarms/quantities/index.ts';
import type { Source, Term } from '../../domain/alarms/rule.ts';

/** The channel that a source names; null where there is none. */
export function channelOfSource(source: Source | undefined): NumberChannel | null {
  if (source?.row === undefined) return null;
  const { channels, elements } = rows[source.row];
  const own = (source.element ?? 0) > 0 ? (elements?.channels ?? []) : channels;
  const found = own.find(({ id }) => id === source.channel);
  return found?.type === 'number' ? found : null;
}

/** The unit of a term's values; empty where it has none, or where its channel is not chosen yet. */
export function unitOfTerm({ quantity, source }: Term): string {
  const unit = quantityOf(quantity)?.unit;
  if (unit === undefined) return '';
  if (unit.of === 'own') return unit.unit ?? '';
  const own = channelOfSource(source)?.unit ?? '';
  return unit.per === undefined ? own : `${own === '' ? '1' : own}/${unit.per}`;
}
