import { Command as Cmdk } from 'cmdk';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { parameters } from '../../../../commands/parameters/index.ts';
import { plans } from '../../../../commands/plans/index.ts';
import { shortcuts } from '../../../../commands/shortcuts.ts';
import { stations } from '../../../../commands/stations/index.ts';
import { type Command, type CommandCall, callOf } from '../../../command/command.ts';
import type { CommandContext } from '../../../command/context.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useModal } from '../../components/use-modal.ts';
import { said } from '../../features/scripts/words.ts';
import { useNow } from '../../state/connection/clock.ts';
import { preferences } from '../../state/preferences.ts';
import { useStations } from '../../state/sites/stations.ts';
import { Absent } from './Absent.tsx';
import { Chip } from './Chip.tsx';
import { Foot } from './Foot.tsx';
import { HelpList } from './HelpList.tsx';
import { ArgumentPage, takenKey } from './pages/ArgumentPage.tsx';
import { type AskedArgument, readTyped } from './pages/script-pages.ts';
import { TextPage } from './pages/TextPage.tsx';
import { useDevicePage } from './pages/use-device-page.ts';
import { usePages } from './pages/use-pages.ts';
import { ValueList } from './pages/ValueList.tsx';
import { ValuePage } from './pages/ValuePage.tsx';
import { isPrefix, type Prefix, prefixName } from './prefix.ts';
import { RowList } from './RowList.tsx';
import type { Row } from './results.ts';
import { SentenceView } from './sentence/SentenceView.tsx';
import { useSentence } from './sentence/use-sentence.ts';
import { useComposition } from './use-composition.ts';
import { useMatches } from './use-matches.ts';
import { callOfRow, forgetRow, useRecentCalls } from './use-recent-calls.ts';
import { useAllWords, useSearched } from './use-searched.ts';
import { useTypedAhead } from './use-typed-ahead.ts';
import './palette.css';

/** The command palette: finds everything, asks for what is missing, runs it. */
export default function Palette(props: {
  /** What the box holds at first; what was typed after an Enter stands behind a line break. */
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
  const plan = useRef<(() => void) | null>(null);
  const composition = useComposition();
  const [begun = ''] = props.text.split('\n', 1);
  const first = begun.charAt(0);
  const [prefix, setPrefix] = useState<Prefix | null>(isPrefix(first) ? first : null);
  const [query, setQuery] = useState(isPrefix(first) ? begun.slice(1) : begun);
  const [ticked, setTicked] = useState<readonly number[]>([]);
  /** Stations that are given to a script together, by code. */
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState(false);
  const [choice, setChoice] = useState({ about: '', key: '' });
  const { language } = useSnapshot(preferences);
  const { data } = useStations();
  const now = useNow(1000);
  const words = useAllWords();
  const searched = useSearched(words);

  useModal(dialog);
  // After the dialog stands: before, nothing in it takes the focus.
  useEffect(() => queueMicrotask(() => input.current?.focus()), []);

  // Read once a paint: what a row may do does not change while one looks at it.
  const here = context();
  const station = data?.stations.find(({ id }) => id === (here.stations.open ?? here.stations.selected));
  const recency = useRecentCalls();
  const clear = () => {
    setQuery('');
    setPrefix(null);
    setRefused(false);
    setMarked([]);
  };
  const run = (call: CommandCall) => {
    // Closed at once: the focus is again where it was, and the command may give it to another.
    left.current = true;
    dialog.current?.close();
    onClose();
    commands.runCall(call, 'palette');
  };
  const pages = usePages({
    station: station?.id,
    ticked,
    context: here,
    scriptRow: (script) => searched?.scripts.entries.find(({ args }) => args['script'] === script),
    opened: clear,
    run,
  });
  const { page, go, answer } = pages;
  const asked = page?.script?.asked ?? null;
  const askedTitle = ({ argument, at, of }: AskedArgument) =>
    text('palette.argument', { title: said(argument.title, language, argument.name), at, of });
  const isMany = asked?.argument.type === 'stations';
  const typed = query.trim();
  const device = useDevicePage(page, typed, words);
  const asksText = page?.step.ask === 'text' || device.value !== null;
  const spoken = useSentence(searched, words, prefix, query, station ?? null);
  const sentence = page === undefined ? spoken : null;
  const { groups, rows, values, found, wait, top } = useMatches({
    searched,
    words,
    prefix,
    typed,
    page,
    hasTicked: ticked.length > 0,
    recency,
    panels: device.panels,
    typedValue: device.value !== null,
    here,
    context,
    now,
  });
  // The best match is the chosen one whenever the matches or the text are others: at once, not with a second paint.
  const about = `${top} ${prefix} ${pages.depth} ${typed}`;
  const selected = choice.about === about ? choice.key : asked !== null && asksText ? takenKey : top;
  const setSelected = (key: string) => setChoice({ about, key });

  const choose = ({ entry, available }: Row) => {
    if (available !== true) return;
    if (entry.type === 'station') {
      if (page?.step.ask === 'stations') answer(ticked.length > 0 ? ticked : [entry.station.id]);
      else if (page !== undefined) answer(entry.station.id);
      else if (ticked.length > 0) clear();
      else run(callOf(stations.open, { stationId: entry.station.id }));
    } else if (entry.type === 'device') run(callOf(stations.open, { stationId: entry.stationId }));
    else if (entry.type === 'alarm')
      run(callOf(stations.open, { stationId: entry.alarm.stationId, tab: 'latest' }));
    else if (entry.type === 'parameter') {
      const verb = text('palette.verb.set');
      setPrefix(null);
      setQuery(`${verb} ${station === undefined ? '' : `@${station.code} `}${entry.fields[0]?.text ?? ''} `);
    } else go(entry, entry.args);
  };
  const set = (args: Readonly<Record<string, unknown>>) => {
    const entry = searched?.commands.entries.find(({ command }) => command === parameters.set);
    if (entry !== undefined) go(entry, args);
  };
  const take = (value: unknown) => {
    if (!isMany) answer(value);
    else answer(marked.length > 0 ? marked : Array.isArray(value) ? value : [value]);
  };
  const tick = () => {
    if (isMany && selected !== 'standing')
      setMarked(
        marked.includes(selected) ? marked.filter((code) => code !== selected) : [...marked, selected],
      );
    const row = rows.find(({ entry }) => entry.key === selected);
    if (row?.entry.type !== 'station') return;
    const { id } = row.entry.station;
    setTicked(ticked.includes(id) ? ticked.filter((other) => other !== id) : [...ticked, id]);
  };
  const back = () => {
    if (page !== undefined) pages.back();
    else if (prefix !== null) setPrefix(null);
    else if (ticked.length > 0) setTicked([]);
    else return false;
    setMarked([]);
    setQuery('');
    return true;
  };

  const meant =
    page === undefined && sentence === null
      ? callOfRow(rows.find(({ entry }) => entry.key === selected)?.entry, recency.calls)
      : null;
  const bind =
    meant === null
      ? undefined
      : () => run(callOf(shortcuts.bind, { command: meant.command.id, args: meant.args }));

  const isComing = searched === null || pages.isLoading || (wait !== null && wait.error === null);
  const ahead = useTypedAhead(props.text.slice(begun.length), isComing, input, (more) =>
    onType(query + more),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (composition.owns(event)) {
      event.stopPropagation();
      if (event.key === 'Escape' || event.key === 'Tab') event.preventDefault();
      return;
    }
    if (ahead.key(event)) return;
    if (event.key === 'Tab') {
      event.preventDefault();
      tick();
    } else if (event.key === 'Backspace' && query === '' && back()) event.preventDefault();
    else if (event.key === 'Delete' && event.shiftKey) {
      event.preventDefault();
      forgetRow(selected);
    } else if (event.key === 'F2') {
      event.preventDefault();
      bind?.();
    } else if (event.key === 'Enter' && event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      plan.current?.();
    } else if (event.key === 'Enter' && asked !== null && asksText) {
      event.preventDefault();
      const read = readTyped(asked, typed);
      if ('value' in read) answer(read.value);
      else setRefused(true);
    } else if (event.key === 'Enter' && page !== undefined && asksText && typed !== '') {
      event.preventDefault();
      if (device.value !== null) {
        if (device.value.value !== undefined && device.value.problem === null) answer(device.value.value);
      } else if (page.step.fits(typed)) answer(typed);
      else setRefused(true);
    }
  };
  const onType = (value: string) => {
    setRefused(false);
    const start = value.charAt(0);
    if (prefix === null && page === undefined && isPrefix(start)) {
      setPrefix(start);
      setQuery(value.slice(1).trimStart());
    } else setQuery(value);
  };

  const wanted = page === undefined ? null : asked === null ? text(page.step.title) : askedTitle(asked);
  const total = groups.reduce((sum, group) => sum + group.total, 0);
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
              <span className="palette__ask">{wanted}</span>
            </>
          )}
          {ticked.length + marked.length > 0 && (
            <Chip label={text('palette.ticked', { count: ticked.length + marked.length })} />
          )}
          <Cmdk.Input
            ref={input}
            className="palette__input"
            value={query}
            onValueChange={(value) => {
              if (composition.isOn() || !ahead.text(value, query)) onType(value);
            }}
            onKeyDown={onKeyDown}
            onCompositionStart={composition.begin}
            onCompositionEnd={(event) => {
              composition.end(event.timeStamp);
            }}
            placeholder={asked === null ? (wanted ?? text('header.search')) : ''}
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
          <SentenceView
            sentence={sentence}
            now={now}
            onSet={set}
            onPlan={(args) => run({ command: plans.add as Command, args })}
            selected={selected}
            plan={plan}
          />
        ) : (
          <Cmdk.List className="palette__list">
            {prefix === '?' && <HelpList onPrefix={setPrefix} />}
            {asked !== null && <ArgumentPage asked={asked} typed={typed} refused={refused} onTake={answer} />}
            {page?.step.ask === 'text' && asked === null && <TextPage step={page.step} refused={refused} />}
            {device.value !== null && <ValuePage typed={device.value} />}
            {found !== null && wait === null && !pages.isLoading && (
              <ValueList found={device.noted(found)} marked={marked} onChoose={take} />
            )}
            {values === null && !asksText && !pages.isLoading && (
              <RowList groups={groups} ticked={ticked} station={station} here={here} onChoose={choose} />
            )}
            <Absent
              isLoading={searched === null || pages.isLoading}
              wait={wait}
              query={typed}
              step={page?.step}
              isEmpty={(found ?? rows).length === 0 && prefix !== '?' && !asksText}
            />
          </Cmdk.List>
        )}
        <Foot
          canPlan={sentence !== null && sentence.readings.length > 0}
          onBind={bind}
          canForget={recency.of(selected) !== undefined}
          shown={found?.length ?? rows.length}
          total={values?.length ?? total}
        />
      </Cmdk>
    </dialog>
  );
}
