import { Command as Cmdk } from 'cmdk';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { commands as orders } from '../../../../commands/commands/index.ts';
import { parameters } from '../../../../commands/parameters/index.ts';
import type { Command, CommandCall } from '../../../command/command.ts';
import type { CommandContext } from '../../../command/context.ts';
import { useCommands } from '../../components/commands.tsx';
import { useModal } from '../../components/dialog/use-modal.ts';
import { useText } from '../../components/i18n.ts';
import { useNow } from '../../state/connection/clock.ts';
import { keepSentence, keptSentence, overlays } from '../../state/overlays.ts';
import { preferences } from '../../state/preferences.ts';
import { useStations } from '../../state/sites/stations.ts';
import { SearchBox } from './box/SearchBox.tsx';
import { useBox } from './box/use-box.ts';
import { useBoxKeys } from './box/use-box-keys.ts';
import { Foot } from './Foot.tsx';
import { PaletteList } from './PaletteList.tsx';
import { takenKey } from './pages/ArgumentPage.tsx';
import { pageTitle } from './pages/page-title.ts';
import { useDevicePage } from './pages/use-device-page.ts';
import { usePages } from './pages/use-pages.ts';
import { SpokenView } from './sentence/SpokenView.tsx';
import { useSpoken } from './sentence/use-sentence.ts';
import { useMatches } from './use-matches.ts';
import { useRecentCalls } from './use-recent-calls.ts';
import { useRowActions } from './use-row-actions.ts';
import { useAllWords, useSearched } from './use-searched.ts';
import './palette.css';

const confirmed = new Set([parameters.set as Command, orders.send as Command]);
/** What the list takes for chosen where no row is: no row is called so. */
const noRow = '\u2205';

const moves = /^(?:Arrow(?:Up|Down)|Home|End|Enter|[njpk])$/;
/** Notes that a key or the pointer is at work on the list, for as long as their listeners run. */
const byHand = (isByHand: RefObject<boolean>) => {
  const begin = () => {
    isByHand.current = true;
    setTimeout(() => {
      isByHand.current = false;
    });
  };
  return {
    onKeyDownCapture: ({ key, ctrlKey }: KeyboardEvent) => {
      if (moves.test(key) && (key.length > 1 || ctrlKey)) begin();
    },
    onPointerMoveCapture: begin,
    onClickCapture: begin,
  };
};

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
  const [begun = ''] = props.text.split('\n', 1);
  // A sentence that was left comes back, selected: typing replaces it.
  const [kept] = useState(() => (props.text === '' ? keptSentence() : ''));
  const box = useBox(kept === '' ? begun : kept, kept !== '');
  const { prefix, query, typed, ticked } = box;
  const [choice, setChoice] = useState({ about: '', key: '' });
  // The list also chooses by itself, the first row that it finds: only what a key or the pointer chose counts.
  const isByHand = useRef(false);
  const { language } = useSnapshot(preferences);
  const { data } = useStations();
  const now = useNow(1000);
  const words = useAllWords();
  const searched = useSearched(words, prefix === '!');

  useModal(dialog);

  // Read once a paint: what a row may do does not change while one looks at it.
  const here = context();
  const station = data?.stations.find(({ id }) => id === (here.stations.open ?? here.stations.selected));
  const recency = useRecentCalls();
  const run = (call: CommandCall) => {
    // Closed at once: the focus is again where it was, and the command may give it to another.
    left.current = true;
    // What is confirmed elsewhere can be declined there: then the sentence is wanted again.
    if (!confirmed.has(call.command)) keepSentence('');
    dialog.current?.close();
    onClose();
    commands.runCall(call, 'palette');
  };
  const pages = usePages({
    station: station?.id,
    ticked,
    context: here,
    scriptRow: (script) => searched?.scripts.entries.find(({ args }) => args['script'] === script),
    opened: box.clear,
    run,
  });
  const { page } = pages;
  const asked = page?.script?.asked ?? null;
  const device = useDevicePage(page, typed, words);
  const asksText = page?.step.ask === 'text' || device.value !== null;
  const [only] = ticked;
  const meantId = ticked.length === 1 ? only : station?.id;
  const meant = ticked.length > 1 ? undefined : data?.stations.find(({ id }) => id === meantId);
  const spoken = useSpoken(searched, words, prefix, query, meant ?? null, page !== undefined);
  const isSpoken = spoken !== null;
  const matches = useMatches({
    searched,
    words,
    prefix,
    typed,
    page,
    ticked,
    alarms: box.alarms,
    recency,
    panels: device.panels,
    typedValue: device.value !== null,
    here,
    context,
    now,
  });
  const { groups, rows, values, found, wait, top } = matches;
  // The best match is the chosen one whenever the matches or the text are others: at once, not with a second paint.
  const about = `${top} ${prefix} ${pages.depth} ${typed}`;
  const first = spoken !== null ? spoken.first : asked !== null && asksText ? takenKey : top;
  const selected = choice.about === about ? choice.key : first;
  const setSelected = (key: string) => setChoice({ about, key });

  const sentence = isSpoken ? `${prefix ?? ''}${query}` : '';
  const isRead = searched !== null;
  useEffect(() => {
    if (isRead) keepSentence(sentence);
  }, [isRead, sentence]);
  const actions = useRowActions({ box, pages, searched, station, rows, selected, recency, isSpoken, run });
  const keys = useBoxKeys({
    box,
    input,
    before: props.text.slice(begun.length),
    isComing: searched === null || pages.isLoading || (wait !== null && wait.error === null),
    pages,
    asksText,
    deviceValue: device.value,
    selected,
    actions,
    plan,
  });

  // After the dialog stands: before, nothing in it takes the focus, and keys go to what it is opened with.
  const { begin } = keys;
  const [opened] = useState(props.text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the keys of the first paint
  useEffect(
    () =>
      queueMicrotask(() => {
        input.current?.focus();
        if (kept !== '') input.current?.select();
        if (overlays.text !== opened) begin(overlays.text);
      }),
    [kept],
  );

  const wanted = page === undefined ? null : pageTitle(page, language, text);
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  return (
    <dialog
      ref={dialog}
      className={`palette clips floats ${isSpoken ? 'palette--wide' : ''}`}
      aria-label={text('command.palette.open')}
      // Not by `cancel`: a browser lets it be prevented only once, then it closes the dialog whatever its pages.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        if (!actions.back()) onClose();
      }}
      onClose={() => {
        if (dialog.current !== null && !left.current) onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      // A row that is pressed leaves the focus in the box: what it opens is typed on at once.
      onMouseDown={(event) => {
        if (event.target instanceof Element && event.target.closest('[cmdk-item]') !== null)
          event.preventDefault();
      }}
      {...byHand(isByHand)}
    >
      <Cmdk
        label={text('command.palette.open')}
        shouldFilter={false}
        loop
        value={selected === '' ? noRow : selected}
        onValueChange={(key) => isByHand.current && setSelected(key)}
      >
        <SearchBox
          box={box}
          input={input}
          keys={keys}
          page={page}
          wanted={wanted}
          station={data?.stations.find(({ id }) => id === page?.args['stationId'])}
          onClose={onClose}
        />
        {spoken !== null ? (
          <SpokenView
            spoken={spoken}
            box={box}
            pages={pages}
            actions={actions}
            now={now}
            selected={selected}
            plan={plan}
            run={run}
          />
        ) : (
          <PaletteList
            box={box}
            pages={pages}
            device={device}
            matches={matches}
            selected={selected}
            isReady={searched !== null}
            asksText={asksText}
            station={station}
            here={here}
            actions={actions}
          />
        )}
        <Foot
          canPlan={spoken?.ofSet != null && spoken.ofSet.readings.length > 0}
          onBind={actions.bind}
          canForget={recency.of(selected) !== undefined}
          shown={found?.length ?? rows.length}
          total={values?.length ?? total}
        />
      </Cmdk>
    </dialog>
  );
}
