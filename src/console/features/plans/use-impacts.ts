import { useQueries } from '@tanstack/react-query';
import type { Impact } from '../../../contract/devices/parameters.ts';
import { impactsAtOnce, type Plan, planImpact } from '../../../contract/plans/plans.ts';
import { useText } from '../../components/i18n.ts';
import { bytesText, countText, daysText } from '../../components/values/impact-text.ts';
import { request } from '../../state/connection/client.ts';

type Pair = { readonly before: number | null; readonly after: number | null } | null;

/** Stays true for so long, ms: what it is worked out from moves by the day. */
const fresh = 300_000;

/** Sets whose impact is asked for in one call with that of a position. */
const blockOf = (position: number) => Math.floor(position / impactsAtOnce);

/**
 * What sets of a draft would cost, by their positions, as sentences; null = not known yet. Only what is looked at is
 * asked for, many at once.
 */
export function useImpacts(
  plan: Pick<Plan, 'id' | 'state' | 'items'>,
  shown: readonly number[],
): (position: number) => string | null {
  const text = useText();
  const { id: planId } = plan;
  const blocks = plan.state === 'draft' ? [...new Set(shown.map(blockOf))] : [];
  const answers = useQueries({
    queries: blocks.map((block) => {
      const positions = plan.items
        .filter(({ type, position }) => type === 'set' && blockOf(position) === block)
        .map(({ position }) => position);
      return {
        queryKey: ['planImpact', planId, positions.join()],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          request(planImpact, { params: { planId }, body: { positions }, signal }),
        enabled: positions.length > 0,
        staleTime: fresh,
        retry: false,
      };
    }),
  });
  const known = new Map(
    answers.flatMap(({ data }) => (data?.impacts ?? []).map(({ position, impact }) => [position, impact])),
  );
  const say = ({ reportsPerDay, batteryDays, dataPerDay, alarms }: Impact): string => {
    const part = (
      message: 'plans.impact.reports' | 'plans.impact.battery' | 'plans.impact.data' | 'plans.impact.alarms',
      pair: Pair,
      words: (value: number) => string,
    ) => {
      if (pair === null) return [];
      const [before, after] = [pair.before, pair.after].map((value) => (value === null ? '–' : words(value)));
      return before === after || before === undefined || after === undefined
        ? []
        : [text(message, { before, after })];
    };
    const parts = [
      ...part('plans.impact.reports', reportsPerDay, countText),
      ...part('plans.impact.battery', batteryDays, daysText),
      ...part('plans.impact.data', dataPerDay, (bytes) => bytesText(bytes * 30)),
      ...part('plans.impact.alarms', alarms, countText),
    ];
    return parts.length === 0 ? text('plans.impact.none') : parts.join(' · ');
  };
  return (position) => {
    const impact = known.get(position);
    return impact === undefined ? null : say(impact);
  };
}
