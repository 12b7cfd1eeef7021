import { type KeyboardEvent, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { waveform } from '../../../../../commands/waveform.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { EmptyState } from '../../../components/conditions.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import { preferences } from '../../../state/preferences.ts';
import { CaptureFacts } from './CaptureFacts.tsx';
import { spectrumSpec, traceSpecs } from './traces.ts';
import { useCaptureView } from './use-capture-view.ts';
import type { Capture, CaptureFacts as Facts } from './use-captures.ts';

/** One capture: traces, spectrum, facts. `a` `b` set a cursor, arrows move it, `p` goes to the next peak, `z` zooms. */
export function CaptureView(props: {
  readonly capture: Capture;
  /** Laid over it. */
  readonly over: Capture | null;
  readonly facts: Facts | undefined;
  /** Those of the list. */
  readonly captures: readonly Facts[];
  readonly onOver: (t: number) => void;
  readonly unit: string;
  readonly digits: number;
  readonly zone: string;
  readonly threshold: number | null;
  readonly name: string;
}) {
  const { facts, unit, digits, zone, threshold, captures } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { theme } = useSnapshot(preferences);
  const { shown, over, view, cursors, centred, canCentre, put, look } = useCaptureView(props);
  const limit = centred ? threshold : null;
  const specs = useMemo(
    () => traceSpecs(shown, over, view, cursors, unit, limit),
    [shown, over, view, cursors, unit, limit],
  );
  const bin = shown.axes.find(({ spectrum }) => spectrum !== null)?.spectrum ?? null;
  const spectrum = useMemo(
    () =>
      spectrumSpec(
        shown,
        over,
        text('waveform.spectrumTitle', { unit, bin: format.number(bin?.step ?? 0, 2) }),
      ),
    [shown, over, text, unit, format, bin],
  );
  const { rate } = shown;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const run = runs[event.key];
    if (run === undefined || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const at = captures.findIndex(({ t }) => t === shown.t);
  const runs: Readonly<Record<string, () => void>> = {
    j: () => commands.run(waveform.move, { to: 'older' }, 'key'),
    k: () => commands.run(waveform.move, { to: 'newer' }, 'key'),
    x: () => {
      const next = captures[at + 1] ?? captures[at - 1];
      if (next !== undefined) commands.run(waveform.layOver, { t: next.t }, 'key');
    },
    a: () => commands.run(waveform.cursor, { cursor: 'a' }, 'key'),
    b: () => commands.run(waveform.cursor, { cursor: 'b' }, 'key'),
    p: () => commands.run(waveform.peak, {}, 'key'),
    z: () => commands.run(waveform.zoom, {}, 'key'),
    '0': () => commands.run(waveform.fit, {}, 'key'),
    ArrowLeft: () => put(-1),
    ArrowRight: () => put(1),
  };
  return (
    <>
      <div
        className="wave column paper"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of its cursors are heard here
        tabIndex={0}
        aria-label={text('waveform.keys')}
        onKeyDown={onKeyDown}
      >
        <div className="wave__bar row wrap gap-8 rigid inset underlined">
          {canCentre && (
            <CommandButton
              command={waveform.gravity}
              pressed={centred}
              label={text('waveform.gravity', {
                z: `${shown.axes.map(({ mean }) => format.number(mean, digits)).join(' ')} ${unit}`,
              })}
            />
          )}
          <CommandButton command={waveform.zoom} icon="zoom-in" iconOnly />
          <CommandButton command={waveform.fit} icon="maximize" iconOnly />
          <span className="grow" />
          <CommandButton command={waveform.exportFile} args={{ format: 'csv' }} icon="download" label="CSV" />
          <CommandButton
            command={waveform.exportFile}
            args={{ format: 'xlsx' }}
            icon="download"
            label="Excel"
          />
        </div>
        <div className="wave__traces column fill">
          {specs.map((spec, index) => (
            <Plot
              key={spec.title}
              spec={spec}
              theme={theme}
              className={index === specs.length - 1 ? 'wave__trace wave__trace--last' : 'wave__trace'}
              label={text('waveform.trace', {
                axis: spec.title ?? '',
                peak: format.number(shown.axes[index]?.peak?.value ?? null, digits),
              })}
              onPress={(t) =>
                commands.run(waveform.cursor, { cursor: look.next, sample: look.sampleAt(t) }, 'button')
              }
              onRange={look.range}
              onWheel={look.wheel}
            />
          ))}
        </div>
        {spectrum === null ? (
          <EmptyState icon="activity" title={text('waveform.noSpectrum')}>
            {text('waveform.noSpectrum.text')}
          </EmptyState>
        ) : (
          <Plot
            spec={spectrum}
            theme={theme}
            className="wave__spectrum"
            label={text('waveform.spectrum', {
              frequency: format.number(shown.strongest?.dominant?.frequency ?? null, 1),
            })}
          />
        )}
        <footer className="wave__foot row between rigid clips one-line inset text-11 dim">
          <span>{text('waveform.keys')}</span>
          <span className="num">
            {text('waveform.samples', { count: shown.count, rate: format.number(rate, 0) })}
          </span>
        </footer>
      </div>
      <div className="wave-side column scroll">
        <CaptureFacts
          shown={shown}
          facts={facts}
          cursors={cursors}
          centred={centred}
          unit={unit}
          digits={digits}
          zone={zone}
          threshold={limit}
        />
        {captures.length > 1 && (
          <div className="wave-side__over padded">
            <OverChoice {...props} shownT={shown.t} />
          </div>
        )}
      </div>
    </>
  );
}

/** Chooses the capture that is laid over, or takes it off. */
function OverChoice(props: {
  readonly captures: readonly Facts[];
  readonly over: Capture | null;
  readonly shownT: number;
  readonly zone: string;
}) {
  const { captures, over, shownT, zone } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  return (
    <div className="field">
      <select
        aria-label={text('command.waveform.layOver')}
        value={String(over?.t ?? '')}
        onChange={({ target }) => {
          const t = target.value === '' ? over?.t : Number(target.value);
          if (t !== undefined) commands.run(waveform.layOver, { t }, 'button');
        }}
      >
        <option value="">{text('waveform.overNone')}</option>
        {captures
          .filter(({ t }) => t !== shownT)
          .map(({ t }) => (
            <option key={t} value={t}>
              {format.time(t, zone, 'dayTime')}
            </option>
          ))}
      </select>
    </div>
  );
}
