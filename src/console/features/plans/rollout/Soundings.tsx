import { formatTime } from '../../../../base/time-text.ts';
import type { Sounding } from '../../../../contract/plans/plan-view.ts';
import { spanOf } from '../../../../domain/rollout/soundings.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { ApiError } from '../../../state/connection/api-error.ts';

/** Local hours outside of which a siren wakes people. Assumed. */
const dayBegins = 7;
const dayEnds = 20;

/** What an approval carries of the soundings that were shown. */
export function shownSpan(soundings: readonly Sounding[]): { sounds?: { from: number; until: number } } {
  if (soundings.length === 0) return {};
  const now = Date.now();
  const span = spanOf(soundings.map(({ expected }) => expected));
  return { sounds: { from: span?.from ?? now, until: span?.until ?? now } };
}

/** The soundings as they are expected now, of a refusal that says that they moved; null for any other. */
export function movedSoundings(error: unknown): readonly Sounding[] | null {
  if (!(error instanceof ApiError)) return null;
  return (error.data as { soundings?: readonly Sounding[] } | null)?.soundings ?? null;
}

/** When each siren of a plan is expected to sound, by the clock of its place; what falls into the night is marked. */
export function Soundings({ soundings }: { readonly soundings: readonly Sounding[] }) {
  const text = useText();
  const format = useFormat();
  if (soundings.length === 0) return null;
  return (
    <>
      <h3 className="plans__how text-12 strong">{text('plans.soundings', { count: soundings.length })}</h3>
      <ul
        className="plans__changes plans__soundings num text-12 grid"
        aria-label={text('plans.soundings', { count: soundings.length })}
      >
        {soundings.map(({ position, stationCode, stationName, timeZone, expected }) => {
          const hour =
            expected === null ? null : Number(formatTime(expected.at, timeZone, 'minute').slice(0, 2));
          const isNight = hour !== null && (hour < dayBegins || hour >= dayEnds);
          return (
            <li key={position} className={isNight ? 'is-night' : ''}>
              {text(expected === null ? 'plans.soundingUnknown' : 'plans.sounding', {
                code: stationCode,
                name: stationName,
                time: expected === null ? '' : format.time(expected.at, timeZone, 'dayTime'),
                zone: format.offset(timeZone, expected?.at ?? Date.now()),
              })}
              {isNight && (
                <b className="plans__night gap-4">
                  <Icon name="circle-alert" className="icon--small" />
                  {text('plans.soundingNight')}
                </b>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
