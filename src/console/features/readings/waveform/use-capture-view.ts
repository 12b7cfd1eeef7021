import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { stations } from '../../../../../commands/stations/index.ts';
import { waveform } from '../../../../../commands/waveform.ts';
import { nextPeak } from '../../../../domain/waveform/samples.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { saveFile } from '../../../components/save-file.ts';
import { useOffer } from '../../../components/screen.ts';
import { preferences } from '../../../state/preferences.ts';
import { readStored, writeStored } from '../../../state/stored.ts';
import type { Cursors } from './CaptureFacts.tsx';
import { captureCsv, captureRows, captureXlsx } from './capture-file.ts';
import { shownCapture } from './shown-capture.ts';
import type { View } from './traces.ts';
import type { Capture, CaptureFacts } from './use-captures.ts';

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
/** The least that is in view, samples. */
const leastView = 16;
/** A peak stands out where it is this part of the greatest. */
const peakPart = 0.25;

/** A view of a capture that lies within it. */
function within(from: number, to: number, count: number): View {
  const size = Math.min(count, Math.max(leastView, Math.round(to - from)));
  const start = Math.max(0, Math.min(count - size, Math.round(from)));
  return { from: start, to: start + size };
}

/** The sample of the next peak on the axis that moves most; from the last one on to the first. */
function peakAfter({ axes }: ReturnType<typeof shownCapture>, now: number): number {
  const axis = axes.reduce((most, one) =>
    Math.abs(one.peak?.value ?? 0) > Math.abs(most.peak?.value ?? 0) ? one : most,
  );
  const least = peakPart * Math.abs(axis.peak?.value ?? 0);
  const next = nextPeak(axis.samples, now, 1, least);
  return next === now ? nextPeak(axis.samples, 0, 1, least) : next;
}

/** Saves a capture as a file. */
async function saveCapture(file: {
  readonly rows: ReturnType<typeof captureRows>;
  readonly title: string;
  /** Without what it ends with. */
  readonly name: string;
  readonly as: 'csv' | 'xlsx';
}) {
  const { rows, title, name, as } = file;
  const content =
    as === 'csv'
      ? new Blob([captureCsv(rows)], { type: 'text/csv;charset=utf-8' })
      : new Blob([await captureXlsx(rows, title)]);
  saveFile(`${name}.${as}`, content);
}

/** What of a capture is shown, where its cursors stand, and what its commands do. */
export function useCaptureView(props: {
  readonly capture: Capture;
  readonly over: Capture | null;
  readonly captures: readonly CaptureFacts[];
  readonly onOver: (t: number) => void;
  readonly unit: string;
  readonly digits: number;
  readonly zone: string;
  readonly name: string;
}) {
  const { capture, captures, onOver, unit, digits, zone, name } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { account } = useSnapshot(preferences);
  const canCentre = unit === 'mg';
  const place = `waveform.centred.${account}`;
  const [kept, setKept] = useState(() => readStored(place, true, isFlag));
  const centred = canCentre && kept;
  const shown = useMemo(() => shownCapture(capture, centred), [capture, centred]);
  const over = useMemo(
    () => (props.over === null ? null : shownCapture(props.over, centred)),
    [props.over, centred],
  );
  const { count, rate } = shown;
  const [view, setView] = useState<View>({ from: 0, to: count });
  const [cursors, setCursors] = useState<Cursors>({ a: null, b: null });
  const [moved, setMoved] = useState<'a' | 'b'>('b');
  const set = (cursor: 'a' | 'b', sample: number) => {
    setCursors({ ...cursors, [cursor]: Math.max(0, Math.min(count - 1, sample)) });
    setMoved(cursor);
  };
  const middle = Math.floor((view.from + view.to) / 2);

  useOffer(waveform.cursor, ({ cursor, sample }) => set(cursor, sample ?? cursors[cursor] ?? middle));
  useOffer(waveform.peak, () => set(moved, peakAfter(shown, cursors[moved] ?? 0)));
  useOffer(waveform.zoom, () => {
    const { a, b } = cursors;
    if (a !== null && b !== null && a !== b) setView(within(Math.min(a, b), Math.max(a, b) + 1, count));
    else setView(within(middle - (view.to - view.from) / 4, middle + (view.to - view.from) / 4, count));
  });
  useOffer(waveform.fit, () => setView({ from: 0, to: count }));
  useOffer(
    waveform.gravity,
    () => {
      setKept(!kept);
      writeStored(place, !kept);
    },
    { available: canCentre },
  );
  useOffer(waveform.layOver, ({ t }) => onOver(t), {
    available: captures.length > 1 ? true : 'waveform.alone',
    choices: () =>
      captures
        .filter(({ t }) => t !== shown.t)
        .map(({ t }) => ({ value: t, label: format.time(t, zone, 'full') })),
  });
  useOffer(waveform.move, ({ to }) => {
    const at = captures.findIndex(({ t }) => t === shown.t);
    const next = captures[at + (to === 'older' ? 1 : -1)];
    if (next !== undefined) commands.run(stations.capture, { t: next.t }, 'key');
  });
  useOffer(waveform.exportFile, async ({ format: as }) => {
    const title = text('waveform.capture');
    await saveCapture({
      rows: captureRows(shown, { time: text('waveform.seconds'), unit, digits }),
      title,
      name: `${name}_${title}_${format.time(shown.t, zone, 'full')}`,
      as,
    });
  });
  return {
    shown,
    over,
    view,
    cursors,
    centred,
    canCentre,
    /** Moves the cursor that was moved last by samples. */
    put: (by: number) => set(moved, (cursors[moved] ?? middle) + by),
    look: {
      /** The cursor that a press puts: in turns. */
      next: moved === 'a' ? ('b' as const) : ('a' as const),
      sampleAt: (t: number) => Math.max(0, Math.min(count - 1, Math.round(t * rate))),
      range: (from: number, to: number) => setView(within(from * rate, to * rate, count)),
      wheel: (scale: number, about: number) => {
        const at = about * rate;
        setView(within(at - (at - view.from) * scale, at + (view.to - at) * scale, count));
      },
    },
  };
}
