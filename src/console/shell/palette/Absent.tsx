import type { ArgumentStep } from '../../../command/arguments.ts';
import { useText } from '../../components/i18n.ts';
import { reasonOf } from '../../state/connection/refused.ts';

/** Why there is nothing to choose: it is on its way, it did not come, there is none, or nothing matches. */
export function Absent(props: {
  readonly isLoading: boolean;
  /** A list that is on its way (error null), or did not come. */
  readonly wait: { readonly error: unknown } | null;
  readonly query: string;
  /** What the page asks for; undefined = it is no page. */
  readonly step: ArgumentStep | undefined;
  readonly isEmpty: boolean;
}) {
  const { isLoading, wait, query, step, isEmpty } = props;
  const text = useText();
  if (wait?.error != null)
    return (
      <p className="palette__hint dim" role="alert">
        {reasonOf(wait.error, text)}
      </p>
    );
  if (isLoading || wait !== null)
    return (
      <p className="palette__hint dim" role="status" aria-busy="true">
        {text('loading')}
      </p>
    );
  if (!isEmpty) return null;
  const isAny = step?.states === undefined;
  const none =
    step?.ask === 'plan'
      ? isAny
        ? 'plans.empty.title'
        : 'palette.noPlan'
      : step?.ask === 'run'
        ? isAny
          ? 'scripts.noRuns.title'
          : 'palette.noRun'
        : null;
  return (
    <p className="palette__hint dim">
      {query === '' && none !== null ? text(none) : text('palette.nothing', { query })}
    </p>
  );
}
