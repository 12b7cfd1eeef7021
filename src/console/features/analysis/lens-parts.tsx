/** What the lenses have in common: how an answer is made, what is said instead of one, lanes of pictures, sources. */
import { type LensId, lenses } from '../../../domain/lenses/index.ts';
import { EmptyState } from '../../components/conditions.tsx';
import type { IconName } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { Plot } from '../../components/plot/Plot.tsx';
import type { PlotSpec } from '../../components/plot/plot-spec.ts';
import type { LensShown } from './shown.ts';
import type { Answered } from './use-lens.ts';

/** How an answer is being made; `errors` are those of what it is made from. */
export const progressOf = (
  lens: Pick<Answered<LensId>, 'isUnderWay' | 'part' | 'error' | 'cancel'>,
  refit: () => unknown,
  ...errors: readonly (Error | null)[]
): Pick<LensShown, 'part' | 'failed' | 'cancel' | 'refit'> => ({
  part: lens.isUnderWay ? lens.part : null,
  failed: errors.find((error) => error !== null) ?? lens.error,
  cancel: lens.cancel,
  refit: () => void refit(),
});

/** There is no answer yet. */
export const unanswered = { answer: null, main: null, rail: null, file: null } as const;

/** What is said instead of an answer: a title, why, and in one line what stands in the strip of lenses. */
export const instead = (
  icon: IconName,
  title: string,
  why: string,
  answer: string = title,
): Pick<LensShown, 'answer' | 'main' | 'rail' | 'file' | 'why'> => ({
  answer,
  why,
  main: (
    <EmptyState icon={icon} title={title}>
      {why}
    </EmptyState>
  ),
  rail: null,
  file: null,
});

/** Pictures over one time, one below the other; `onPress` is of the first, or of `all`. */
export function LaneList(props: {
  readonly specs: readonly PlotSpec[];
  readonly theme: string;
  readonly isTall?: boolean;
  readonly onPress?: ((at: number) => void) | null;
  readonly all?: boolean;
}) {
  const { specs, theme, isTall = false, onPress = null, all = false } = props;
  return specs.map((spec, i) => (
    <Plot
      key={spec.title}
      spec={spec}
      theme={theme}
      label={spec.title ?? ''}
      className={isTall ? 'analysis__lane--tall' : 'analysis__lane'}
      {...(onPress !== null && (all || i === 0) ? { onPress } : {})}
    />
  ));
}

/** Where a lens's method is from. */
export function LensSources({ of }: { readonly of: LensId }) {
  const text = useText();
  return (
    <p className="dim text-12">{text('analysis.sources', { sources: lenses[of].sources.join('; ') })}</p>
  );
}
