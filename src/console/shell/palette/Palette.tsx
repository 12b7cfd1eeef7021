import { Command as Cmdk } from 'cmdk';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { plans } from '../../../../commands/plans/index.ts';
import type { Command, CommandCall } from '../../../command/command.ts';
import type { CommandContext } from '../../../command/context.ts';
import { useCommands } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { useModal } from '../../components/use-modal.ts';
import { useNow } from '../../state/connection/clock.ts';
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
import { AlarmSentenceView, alarmLine } from './sentence/AlarmSentenceView.tsx';
import { SentenceView } from './sentence/SentenceView.tsx';
import { useLines } from './sentence/use-lines.ts';
import { useAlarmSentence, useSentence } from './sentence/use-sentence.ts';
import { useMatches } from './use-matches.ts';
import { useRecentCalls } from './use-recent-calls.ts';
import { useRowActions } from './use-row-actions.ts';
import { useAllWords, useSearched } from './use-searched.ts';
import './palette.css';

/** What the list takes for chosen where no row is: no row is called so. */
const noRow = '\u2205';

/** Notes that a key or the pointer is at work on the list, until its listeners have run. */
const byHand = (isByHand: RefObject<boolean>) => {
  const begin = () => {
    isByHand.current = true;
    queueMicrotask(() => {
      isByHand.current = false;
    });
  };
  return { onKeyDownCapture: begin, onPointerMoveCapture: begin, onClickCapture: begin };
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
  const box = useBox(begun);
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
  // After the dialog stands: before, nothing in it takes the focus.
  useEffect(() => queueMicrotask(() => input.current?.focus()), []);

  // Read once a paint: what a row may do does not change while one looks at it.
  const here = context();
  const station = data?.stations.find(({ id }) => id === (here.stations.open ?? here.stations.selected));
  const recency = useRecentCalls();
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
    opened: box.clear,
    run,
  });
  const { page } = pages;
  const asked = page?.script?.asked ?? null;
  const device = useDevicePage(page, typed, words);
  const asksText = page?.step.ask === 'text' || device.value !== null;
  const spoken = useSentence(searched, words, prefix, query, station ?? null);
  const ofAlarms = useAlarmSentence(searched, prefix, query);
  const alarmSentence = page === undefined ? ofAlarms : null;
  const sentence = page === undefined && alarmSentence === null ? spoken : null;
  const isSpoken = sentence !== null || alarmSentence !== null;
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
  const lines = useLines(sentence);
  const first =
    alarmSentence !== null
      ? alarmLine
      : sentence !== null
        ? lines.first
        : asked !== null && asksText
          ? takenKey
          : top;
  const selected = choice.about === about ? choice.key : first;
  const setSelected = (key: string) => setChoice({ about, key });

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
        {alarmSentence !== null ? (
          <AlarmSentenceView sentence={alarmSentence} now={now} onRun={run} />
        ) : sentence !== null && words !== null ? (
          <SentenceView
            sentence={sentence}
            lines={lines}
            now={now}
            onSet={actions.set}
            onPlan={(args) => run({ command: plans.add as Command, args })}
            selected={selected}
            plan={plan}
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
          canPlan={sentence !== null && sentence.readings.length > 0}
          onBind={actions.bind}
          canForget={recency.of(selected) !== undefined}
          shown={found?.length ?? rows.length}
          total={values?.length ?? total}
        />
      </Cmdk>
    </dialog>
  );
}
