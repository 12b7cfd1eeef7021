import { useMemo } from 'react';
import { useFormat, useText } from '../../components/i18n.ts';
import type { PaneWords } from './panes.ts';

/** The words of panes in the user's language. */
export function usePaneWords(): PaneWords {
  const text = useText();
  const format = useFormat();
  return useMemo(
    () => ({
      sum: text('curve.sum'),
      bars: (channel, unit, step) =>
        `${channel} ${step === 0 ? text('curve.perReport', { unit }) : text('curve.perBin', { unit, step: format.duration(step) })}`.trim(),
    }),
    [text, format],
  );
}
