import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { sheets as sheetCommands } from '../../../../commands/sheets.ts';
import { enums } from '../../../catalogue/index.ts';
import { sheets } from '../../../contract/sheets.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { enumValueMessage } from '../../../derive/messages.ts';
import { type CardNote, cardNotes, notesOfCard } from '../../../domain/sim-cards.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';
import type { Card } from '../../state/devices/faults.ts';

/** Pixels of a row with two lines. */
const rowHeight = 37;
/** Said quietly: nothing is wrong with the card itself. */
const quiet: readonly CardNote[] = ['notSeen', 'notListed'];
const day = 86_400_000;

interface Line {
  readonly card: Card;
  readonly notes: readonly CardNote[];
}

/** Those with the worst note first, then those that end first. */
function linesOf(cards: readonly Card[], today: string): readonly Line[] {
  const isKept = cards.some(({ listed }) => listed !== null);
  const rank = ({ notes: [first] }: Line) =>
    first === undefined ? cardNotes.length : cardNotes.indexOf(first);
  const end = ({ card }: Line) => card.listed?.expires ?? '9999';
  return cards
    .map((card) => ({ card, notes: notesOfCard(card, today, isKept) }))
    .toSorted((a, b) => rank(a) - rank(b) || end(a).localeCompare(end(b)));
}

/** Cards as the RTUs report them beside what their contracts say. */
export function Cards(props: {
  readonly cards: readonly Card[];
  readonly stations: ReadonlyMap<number, StationSummary>;
  readonly now: number;
}) {
  const { cards, stations, now } = props;
  const text = useText();
  const format = useFormat();
  const permitted = usePermitted();
  const today = new Intl.DateTimeFormat('sv').format(now);
  const lines = linesOf(cards, today);
  const twice = cards.filter(({ duplicates }) => duplicates.length > 0).length;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    // Before it is measured, as on a screen.
    initialRect: { width: 900, height: 600 },
  });
  const items = virtual.getVirtualItems();
  const rows = items.flatMap(({ index }) => {
    const line = lines[index];
    return line === undefined ? [] : [{ index, ...line }];
  });
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const codeOf = (id: number | null | undefined) =>
    id == null ? '–' : (stations.get(id)?.code ?? String(id));
  const operatorOf = ({ operator, listed }: Card) => {
    const own = listed?.operator ?? enums.operator.values[operator ?? -1] ?? '–';
    const known = enums.operator.values.find((value) => value === own);
    return known === undefined ? own : text(enumValueMessage('operator', known));
  };
  const sayNote = (note: CardNote, { listed, duplicates }: Card) =>
    text(`faults.card.${note}`, {
      stations: duplicates.map(codeOf).join(', '),
      imei: listed?.imei ?? '',
      station: codeOf(listed?.stationId),
      days: listed?.expires == null ? 0 : Math.round((Date.parse(listed.expires) - Date.parse(today)) / day),
    });
  return (
    <section className="panel column" aria-label={text('faults.cards')}>
      <header className="panel__head row gap-8">
        <h2>{text('faults.cards')}</h2>
        <span className="dim text-12 num">{text('faults.cards.note', { count: cards.length, twice })}</span>
        <span className="grow" />
        {permitted(sheets.cards.permission) && (
          <CommandButton
            command={sheetCommands.open}
            args={{ sheet: 'cards' }}
            icon="upload"
            look="ghost"
            label={text('sheets.open.cards')}
          />
        )}
      </header>
      {cards.length === 0 ? (
        <p className="faults__empty dim">{text('faults.noCards')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        <div ref={scroller} className="scroll" tabIndex={0} role="group" aria-label={text('faults.cards')}>
          <table className="faults__table text-12" aria-rowcount={lines.length + 1}>
            <thead>
              <tr>
                <th>ICCID, IMEI</th>
                <th>{text('matrix.station')}</th>
                <th>{text('faults.card.note')}</th>
                <th>{text('faults.card.expires')}</th>
                <th className="faults__right">{text('faults.card.volume')}</th>
                <th>{text('faults.operator')}</th>
              </tr>
            </thead>
            <tbody>
              {above > 0 && (
                <tr style={{ height: above }}>
                  <td colSpan={6} />
                </tr>
              )}
              {rows.map(({ index, card, notes }) => (
                <tr
                  key={`${card.stationId}/${card.iccid}`}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                >
                  <td className="faults__card">
                    <code>{card.iccid === '' ? '–' : card.iccid}</code>
                    <code className="faint">{card.imei === '' ? '–' : card.imei}</code>
                  </td>
                  <td className="num strong">{codeOf(card.stationId ?? card.listed?.stationId)}</td>
                  <td className="faults__notes">
                    {notes.map((note) => (
                      <span
                        key={note}
                        className={`faults__note ${quiet.includes(note) ? 'dim' : 'state--fault'}`}
                      >
                        {sayNote(note, card)}
                      </span>
                    ))}
                  </td>
                  <td className="num">{card.listed?.expires ?? '–'}</td>
                  <td className="num faults__right">
                    {card.listed?.volume == null
                      ? '–'
                      : format.number(card.listed.volume, Number.isInteger(card.listed.volume) ? 0 : 2)}
                  </td>
                  <td>{operatorOf(card)}</td>
                </tr>
              ))}
              {below > 0 && (
                <tr style={{ height: below }}>
                  <td colSpan={6} />
                </tr>
              )}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
