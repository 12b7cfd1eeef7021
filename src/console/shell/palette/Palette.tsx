import { Command as Cmdk } from 'cmdk';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type ArgumentStep, argumentSteps } from '../../../command/arguments.ts';
import type { CommandContext } from '../../../command/context.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { Keys } from '../../components/Keys.tsx';
import { useModal } from '../../components/use-modal.ts';
import { useNow } from '../../state/clock.ts';
import { notify } from '../../state/notices.ts';
import { preferences } from '../../state/preferences.ts';
import { recents, removeRecent } from '../../state/recents.ts';
import { keysOf, shortcuts } from '../../state/shortcuts.ts';
import { asOf, type StationSummary, useStations } from '../../state/stations.ts';
import { type Call, type CommandEntry, rowKey } from './entries.ts';
import { HelpList } from './HelpList.tsx';
import { Note } from './Note.tsx';
import { findValues, valueItems } from './pages.ts';
import { PaletteRow } from './Row.tsx';
import { type Group, type Prefix, prefixes, type Row, search, suggestions } from './results.ts';
import { SearchIndex } from './search/index.ts';
import { SentenceView } from './sentence/SentenceView.tsx';
import { useSentence } from './sentence/use-sentence.ts';
import { useFirstRows } from './use-first-rows.ts';
import { useAllWords, useSearched } from './use-searched.ts';
import { ValueList } from './ValueList.tsx';
import './palette.css';

/** A page that asks for an argument of a command. */
interface Asking {
  readonly entry: CommandEntry;
  readonly args: Readonly<Record<string, unknown>>;
  readonly step: ArgumentStep;
}

/** Keys of an input method end a composition; Safari sends them just after it (BEHAVIOUR §1). */
const afterComposition = 100;

const isPrefix = (text: string): text is Prefix => (prefixes as readonly string[]).includes(text);

/** The command palette: finds everything, asks for what is missing, runs it. */
export default function Palette(props: {
  /** What the box holds at first. */
  readonly text: string;
  readonly context: () => CommandContext;
  readonly onClose: () => void;
}) {
  const { context, onClose } = props;
  const text = useText();
  const commands = useCommands();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const left = useRef(false);
  const composed = useRef(Number.NEGATIVE_INFINITY);
  const first = props.text.charAt(0);
  const [prefix, setPrefix] = useState<Prefix | null>(isPrefix(first) ? first : null);
  const [query, setQuery] = useState(isPrefix(first) ? props.text.slice(1) : props.text);
  const [asking, setAsking] = useState<readonly Asking[]>([]);
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const [choice, setChoice] = useState({ about: '', key: '' });
  const { language } = useSnapshot(preferences);
  const { changed } = useSnapshot(shortcuts);
  const { list: recent } = useSnapshot(recents);
  const { data } = useStations();
  const now = useNow(1000);
  const words = useAllWords();
  const searched = useSearched(words);
  const page = asking.at(-1);

  useModal(dialog);
  // After the dialog stands: before, nothing in it takes the focus.
  useEffect(() => queueMicrotask(() => input.current?.focus()), []);

  // Read once a paint: what a row may do does not change while one looks at it.
  const here = context();
  const station = data?.stations.find(({ id }) => id === (here.stations.open ?? here.stations.selected));
  const recency = useMemo(() => {
    const order = [...new Set(recent.map(rowKey))];
    const turns = new Map(order.map((key, index) => [key, index]));
    return { order, of: (key: string) => turns.get(key) };
  }, [recent]);
  const spoken = useSentence(searched, words, prefix, query, station ?? null);
  const sentence = page === undefined ? spoken : null;
  const wantsStations = page?.step.ask === 'station' || page?.step.ask === 'stations';
  const typed = query.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `here` is read anew with each of these
  const groups = useMemo<readonly Group[]>(() => {
    if (searched === null || prefix === '?') return [];
    const kind = wantsStations ? '@' : prefix;
    return typed === ''
      ? suggestions(searched, kind, here, recency.order, ticked.length > 0)
      : search(searched, kind, typed, here, recency.of, ticked.length > 0);
  }, [searched, prefix, typed, wantsStations, recency, ticked]);
  const values = useMemo(
    () =>
      page === undefined || words === null || wantsStations || page.step.ask === 'text'
        ? null
        : valueItems(
            page.entry.command.id,
            page.step,
            page.args,
            context(),
            data?.projects ?? [],
            language,
            words,
          ),
    [page, words, wantsStations, context, data, language],
  );
  const valueIndex = useMemo(() => (values === null ? null : new SearchIndex(values)), [values]);
  const found = useMemo(
    () => (values === null || valueIndex === null ? null : findValues(values, valueIndex, typed)),
    [values, valueIndex, typed],
  );

  const rows = found === null ? groups.flatMap((group) => group.rows) : [];
  const top =
    (prefix === '?' ? `prefix ${prefixes[0]}` : found?.[0]?.item.key) ??
    (rows.find(({ available }) => available === true) ?? rows[0])?.entry.key ??
    '';
  // The best match is the chosen one whenever the matches or the text are others: at once, not with a second paint.
  const about = `${top} ${prefix} ${asking.length} ${typed}`;
  const selected = choice.about === about ? choice.key : top;
  const setSelected = (key: string) => setChoice({ about, key });

  const clear = () => {
    setQuery('');
    setPrefix(null);
  };
  const run = (call: Call) => {
    // Closed at once: the focus is again where it was, and the command may give it to another.
    left.current = true;
    dialog.current?.close();
    onClose();
    commands.run(call.id, call.args, 'palette');
  };
  /** Runs it, or asks for the first argument that is missing. The station on screen is the one that is meant. */
  const go = (entry: CommandEntry, args: Readonly<Record<string, unknown>>) => {
    const filled = { ...args };
    for (const step of argumentSteps(entry.command)) {
      if (step.name in filled) continue;
      if (step.ask === 'station' && station !== undefined && page === undefined)
        filled[step.name] = station.id;
      else if (step.ask === 'stations' && ticked.length > 0) filled[step.name] = ticked;
      else {
        setAsking([...asking, { entry, args: filled, step }]);
        clear();
        return;
      }
    }
    run({ id: entry.call.id, args: filled });
  };
  const answer = (value: unknown) => {
    if (page !== undefined) go(page.entry, { ...page.args, [page.step.name]: value });
  };
  const choose = ({ entry, available }: Row) => {
    if (available !== true) return;
    if (entry.type === 'station') {
      if (page?.step.ask === 'stations') answer(ticked.length > 0 ? ticked : [entry.station.id]);
      else if (page !== undefined) answer(entry.station.id);
      else if (ticked.length > 0) clear();
      else run({ id: 'stations.open', args: { stationId: entry.station.id } });
    } else if (entry.type === 'device') run({ id: 'stations.open', args: { stationId: entry.stationId } });
    else if (entry.type === 'alarm')
      run({ id: 'stations.open', args: { stationId: entry.alarm.stationId, tab: 'latest' } });
    else if (entry.type === 'parameter') {
      const verb = text('palette.verb.set');
      setPrefix(null);
      setQuery(`${verb} ${station === undefined ? '' : `@${station.code} `}${entry.fields[0]?.text ?? ''} `);
    } else go(entry, entry.call.args);
  };
  const tick = () => {
    const row = rows.find(({ entry }) => entry.key === selected);
    if (row?.entry.type !== 'station') return;
    const { id } = row.entry.station;
    setTicked(ticked.includes(id) ? ticked.filter((other) => other !== id) : [...ticked, id]);
  };
  const back = () => {
    if (page !== undefined) setAsking(asking.slice(0, -1));
    else if (prefix !== null) setPrefix(null);
    else if (ticked.length > 0) setTicked([]);
    else return false;
    setQuery('');
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (composing || event.timeStamp - composed.current < afterComposition) {
      event.stopPropagation();
      if (event.key === 'Escape' || event.key === 'Tab') event.preventDefault();
      return;
    }
    if (event.key === 'Tab') {
      event.preventDefault();
      tick();
    } else if (event.key === 'Backspace' && query === '' && back()) event.preventDefault();
    else if (event.key === 'Delete' && event.shiftKey) {
      event.preventDefault();
      removeRecent((call) => rowKey(call) === selected);
    } else if (event.key === 'Enter' && event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      if (sentence !== null) notify('info', text('sentence.notYet'));
    } else if (event.key === 'Enter' && page?.step.ask === 'text' && typed !== '') {
      event.preventDefault();
      answer(typed);
    }
  };
  const onType = (value: string) => {
    const start = value.charAt(0);
    if (prefix === null && page === undefined && isPrefix(start)) {
      setPrefix(start);
      setQuery(value.slice(1).trimStart());
    } else setQuery(value);
  };

  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const titleOf = (group: Group) =>
    group.key === 'here' && station !== undefined
      ? text('palette.group.station', { station: stationTitle(station) })
      : text(`palette.group.${group.key}`);

  const drawn = useFirstRows(groups);
  const latest = useRef(choose);
  useLayoutEffect(() => {
    latest.current = choose;
  });
  // Kept while another row is chosen: then nothing of the rows is drawn again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles follow from the station, `here` is read anew with each of these
  const list = useMemo(() => {
    const chooseLatest = (row: Row) => latest.current(row);
    return drawn.map((group) => (
      <Cmdk.Group
        key={group.key}
        heading={
          <span className="palette__heading">
            <span>{titleOf(group)}</span>
            <span className="num">{group.total}</span>
          </span>
        }
      >
        {group.rows.map((row) => (
          <PaletteRow
            key={row.entry.key}
            row={asOfNow(row, now)}
            keys={row.entry.type === 'command' ? keysOf(row.entry.command, changed)[0] : undefined}
            ticked={row.entry.type === 'station' && ticked.includes(row.entry.station.id)}
            note={<Note entry={asOfNow(row, now).entry} now={now} station={station} context={here} />}
            onChoose={chooseLatest}
          />
        ))}
      </Cmdk.Group>
    ));
  }, [drawn, now, ticked, station, changed, text]);

  return (
    <dialog
      ref={dialog}
      className={`palette ${sentence === null ? '' : 'palette--wide'}`}
      aria-label={text('command.palette.open')}
      // Not by `cancel`: a browser lets it be prevented only once, then it closes the dialog whatever its pages.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        if (!back()) onClose();
      }}
      onClose={() => {
        if (dialog.current !== null && !left.current) onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <Cmdk
        label={text('command.palette.open')}
        shouldFilter={false}
        loop
        value={selected}
        onValueChange={setSelected}
      >
        <div className="palette__box">
          <Icon name="search" />
          {prefix !== null && <Chip mark={prefix} label={text(`palette.prefix.${prefixName[prefix]}`)} />}
          {page !== undefined && (
            <>
              <Chip label={page.entry.fields[0]?.text ?? ''} />
              <span className="palette__ask">{text(page.step.title)}</span>
            </>
          )}
          {ticked.length > 0 && <Chip label={text('palette.ticked', { count: ticked.length })} />}
          <Cmdk.Input
            ref={input}
            className="palette__input"
            value={query}
            onValueChange={onType}
            onKeyDown={onKeyDown}
            onCompositionEnd={(event) => {
              composed.current = event.timeStamp;
            }}
            placeholder={text(page === undefined ? 'header.search' : page.step.title)}
            spellCheck={false}
            autoComplete="off"
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
        {sentence !== null && words !== null ? (
          <SentenceView sentence={sentence} words={words} now={now} />
        ) : (
          <Cmdk.List className="palette__list">
            {prefix === '?' && <HelpList onPrefix={setPrefix} />}
            {page?.step.ask === 'text' && (
              <p className="palette__hint">{text('palette.enterText', { title: text(page.step.title) })}</p>
            )}
            {found !== null && <ValueList found={found} onChoose={answer} />}
            {values === null && page?.step.ask !== 'text' && list}
            {searched !== null &&
              (found ?? rows).length === 0 &&
              prefix !== '?' &&
              page?.step.ask !== 'text' && (
                <p className="palette__hint">{text('palette.nothing', { query: typed })}</p>
              )}
          </Cmdk.List>
        )}
        <footer className="palette__foot">
          <span>
            <Keys value="arrowup arrowdown" /> {text('palette.foot.move')}
          </span>
          <span>
            <Keys value="enter" /> {text('palette.foot.run')}
          </span>
          <span>
            <kbd>Tab</kbd> {text('palette.foot.tick')}
          </span>
          {recency.of(selected) !== undefined && (
            <span>
              <Keys value="shift+delete" /> {text('palette.foot.forget')}
            </span>
          )}
          <span className="palette__prefixes mono">{prefixes.join(' ')}</span>
          <span className="num">
            {text('palette.foot.count', {
              shown: found?.length ?? rows.length,
              total: values?.length ?? total,
            })}
          </span>
        </footer>
      </Cmdk>
    </dialog>
  );
}

/** A row with its station's link and state as they are at a moment. */
function asOfNow(row: Row, now: number): Row {
  if (row.entry.type !== 'station') return row;
  const station = asOf(row.entry.station, now);
  return station === row.entry.station ? row : { ...row, entry: { ...row.entry, station } };
}

/** Names of the prefixes in message ids. */
export const prefixName = {
  '>': 'commands',
  '@': 'stations',
  '#': 'numbers',
  ':': 'parameters',
  '!': 'alarms',
  '?': 'help',
} as const satisfies Readonly<Record<Prefix, string>>;

function Chip({ mark, label }: { readonly mark?: string; readonly label: string }) {
  return (
    <span className="palette__chip">
      {mark !== undefined && <b className="mono">{mark}</b>}
      <span className="ellipsis">{label}</span>
    </span>
  );
}

const stationTitle = ({ code, name }: StationSummary) => `${code} ${name}`;
