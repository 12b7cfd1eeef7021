/** What a term can be taken of, read from the catalogue: channels, units, the terms that a change of one leaves. */
import type { MessageId } from '../../../../base/messages.ts';
import { kindByCode, kinds, rows } from '../../../../catalogue/index.ts';
import type { NumberChannel, RowId } from '../../../../catalogue/model.ts';
import { kindChannels } from '../../../../derive/kind-channels.ts';
import { kindChannelMessage } from '../../../../derive/messages.ts';
import type { QuantityDefinition } from '../../../../domain/alarms/model.ts';
import { quantityOf } from '../../../../domain/alarms/quantities/index.ts';
import type { Arguments, Source, Term } from '../../../../domain/alarms/rule.ts';

export interface ChannelChoice {
  readonly row: RowId;
  readonly channel: NumberChannel;
  /** It is one of the row's nodes or layers. */
  readonly ofElement: boolean;
  readonly heading: MessageId;
}

/** Rows of sensor kinds, each once; of all kinds where none is named. */
export function rowsOfKinds(codes: readonly number[]): readonly RowId[] {
  const own = codes.length === 0 ? kinds : codes.flatMap((code) => kindByCode(code) ?? []);
  return [...new Set(own.flatMap((kind) => kind.rows))];
}

/** Whether a quantity has a meaning for a channel: bearings have no rate, and not every channel an initial value. */
const suits = ({ id, circular }: QuantityDefinition, channel: NumberChannel) =>
  (circular === true || channel.circular !== true) &&
  (id !== 'absoluteChange' || channel.relative !== undefined);

/** The first kind of a company among codes. */
const ownKindOf = (codes: readonly number[]) =>
  codes.flatMap((code) => kindByCode(code) ?? []).find(({ words }) => words !== undefined);

/** Channels that a quantity can be taken of; those that are drawn as curves stand first. */
export function channelsFor(
  quantity: QuantityDefinition,
  codes: readonly number[],
): readonly ChannelChoice[] {
  return rowsOfKinds(codes).flatMap((row) => {
    // Columns that kinds of companies share are those of the first one.
    const company = row === 'own' ? ownKindOf(codes) : undefined;
    const own =
      company === undefined ? rows[row].channels : kindChannels(company).map(({ channel }) => channel);
    const numbers = (list: (typeof rows)[RowId]['channels'] | undefined, ofElement: boolean) =>
      (list ?? []).flatMap((channel): ChannelChoice[] =>
        channel.type === 'number' && suits(quantity, channel)
          ? [{ row, channel, ofElement, heading: kindChannelMessage(company, row, channel.id) }]
          : [],
      );
    const all = [...numbers(own, false), ...numbers(rows[row].elements?.channels, true)];
    return [
      ...all.filter(({ channel }) => channel.chart === true),
      ...all.filter(({ channel }) => channel.chart !== true),
    ];
  });
}

/** The arguments of a quantity as it declares them; those that were given and that it has, too, are kept. */
export function argumentsFor(quantity: QuantityDefinition, given: Arguments): Arguments {
  return Object.fromEntries(
    Object.entries(quantity.args).map(([name, { type, standard }]) => {
      const own = given[name];
      return [
        name,
        own !== undefined && typeof own === (type === 'number' ? 'number' : 'string') ? own : standard,
      ];
    }),
  );
}

/** A term of another quantity; its channel stays where the quantity can be taken of it, else it is the first that can. */
export function termWith(term: Term, quantityId: string, codes: readonly number[]): Term {
  const quantity = quantityOf(quantityId);
  if (quantity === undefined) return term;
  const args = argumentsFor(quantity, term.args);
  const { slot, sensorId, row, element, channel } = term.source ?? {};
  const place = { ...(slot === undefined ? {} : { slot }), ...(sensorId === undefined ? {} : { sensorId }) };
  let source: Source = place;
  if (quantity.of === 'channel') {
    const choices = channelsFor(quantity, codes);
    const same = choices.find(
      (one) => one.row === row && one.channel.id === channel && one.ofElement === (element ?? 0) > 0,
    );
    const chosen = same ?? choices.find((one) => !one.ofElement);
    if (chosen !== undefined)
      source = {
        ...place,
        row: chosen.row,
        channel: chosen.channel.id,
        ...(chosen.ofElement ? { element: element ?? 1 } : {}),
      };
  } else if (quantity.of === 'row') {
    const own = rowsOfKinds(codes).find((one) => quantity.rows?.includes(one) ?? true);
    const [only] = quantity.rows?.length === 1 ? quantity.rows : [];
    const chosen = only ?? (quantity.rows === undefined ? own : undefined);
    if (chosen !== undefined) source = { ...place, row: chosen };
  }
  return { quantity: quantityId, args, ...(Object.keys(source).length === 0 ? {} : { source }) };
}
