import type { ReactNode } from 'react';
import { isOld } from '../../../domain/age.ts';
import { Icon } from '../Icon.tsx';
import { useFormat, useText } from '../i18n.ts';

/** A value as it looks by its age: one older than two send cycles is dimmed, with a clock and how old it is. */
export function Aged(props: {
  /** When it was measured, UTC ms; null = there is no value. */
  readonly t: number | null;
  readonly now: number;
  /** Seconds. */
  readonly sendCycle: number;
  /** Without the words of its age, where something beside it shows the age. */
  readonly brief?: boolean;
  readonly children: ReactNode;
}) {
  const { t, now, sendCycle, brief = false, children } = props;
  const text = useText();
  const format = useFormat();
  if (t === null || !isOld(t, now, sendCycle)) return <>{children}</>;
  const age = text('value.old', { age: format.duration(now - t) });
  return (
    <span className="is-old" title={age}>
      {children} <Icon name="timer-off" />
      <span className={brief ? 'visually-hidden' : 'is-old__age'}>{age}</span>
    </span>
  );
}
