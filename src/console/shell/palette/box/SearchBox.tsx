import type { RefObject } from 'react';
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import type { PalettePage } from '../pages/use-pages.ts';
import { prefixName } from '../prefix.ts';
import { Chip } from './Chip.tsx';
import type { PaletteBox } from './use-box.ts';
import type { BoxKeys } from './use-box-keys.ts';
import { useSpokenRow } from './use-spoken-row.ts';

/** The head of the palette: what is asked for as chips, the text field, and the button that closes it. */
export function SearchBox(props: {
  readonly box: PaletteBox;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly keys: BoxKeys;
  readonly page: PalettePage | undefined;
  /** What the page asks for, in words; null = it is no page. */
  readonly wanted: string | null;
  /** The station that the page is about, whether it was named or is the one on screen. */
  readonly station: StationSummary | undefined;
  readonly onClose: () => void;
}) {
  const { box, input, keys, page, wanted, station, onClose } = props;
  const { prefix } = box;
  const text = useText();
  useSpokenRow(input);
  const count = box.ticked.length + box.marked.length;
  return (
    <div className="palette__box row gap-8 rigid one-line">
      <Icon name="search" />
      {prefix !== null && <Chip mark={prefix} label={text(`palette.prefix.${prefixName[prefix]}`)} />}
      {page !== undefined && (
        <>
          {station !== undefined && <Chip mark="@" label={`${station.code} ${station.name}`} />}
          <Chip label={page.entry.fields[0]?.text ?? ''} />
          <span className="palette__ask text-12 dim">{wanted}</span>
        </>
      )}
      {count > 0 && <Chip label={text('palette.ticked', { count })} />}
      {box.alarms.length > 0 && <Chip label={text('palette.tickedAlarms', { count: box.alarms.length })} />}
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={text('command.palette.open')}
        aria-autocomplete="list"
        aria-expanded
        className="palette__input grow"
        value={box.query}
        onChange={(event) => keys.onValueChange(event.target.value)}
        onKeyDown={keys.onKeyDown}
        onCompositionStart={keys.onCompositionStart}
        onCompositionEnd={keys.onCompositionEnd}
        placeholder={page?.script === undefined ? (wanted ?? text('header.search')) : ''}
        spellCheck={false}
        autoComplete="off"
        autoCorrect="off"
      />
      <button
        type="button"
        className="palette__close"
        onClick={onClose}
        aria-label={`Esc ${text('action.close')}`}
      >
        <kbd>Esc</kbd>
        <Icon name="x" />
      </button>
    </div>
  );
}
