import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { analysis } from '../../../../../commands/analysis.ts';
import { type ProfileAxis, profileAxes } from '../../../../domain/lenses/profile.ts';
import { placeAt } from '../../../../domain/lenses/series.ts';
import type { FixedEnd } from '../../../../domain/readings/profile.ts';
import { useOffer } from '../../../components/screen.ts';
import { useAddress } from '../use-address.ts';

export const profileEnds = ['mounted', 'bottom', 'top'] as const;
export type ProfileEnd = (typeof profileEnds)[number];
const shows = ['cumulative', 'incremental'] as const;
export type ProfileShow = (typeof shows)[number];

/** How a profile is looked at; all of it stands in the address. */
export interface ProfileChoice {
  readonly axis: ProfileAxis;
  readonly show: ProfileShow;
  readonly end: ProfileEnd;
  /** Moment of the profile that displacements are counted from; null = as the device counts. */
  readonly zero: number | null;
}

const one = <T extends string>(all: readonly T[], value: string | null): T =>
  all.find((own) => own === value) ?? (all[0] as T);
const moments = (value: string | null) =>
  (value ?? '').split(',').flatMap((own) => (/^\d{1,15}$/.test(own) ? [Number(own)] : []));

/** What stands in the address. */
export function useProfileChoice(): ProfileChoice {
  const [query] = useSearchParams();
  return {
    axis: one(profileAxes, query.get('axis')),
    show: one(shows, query.get('show')),
    end: one(profileEnds, query.get('end')),
    zero: moments(query.get('zero'))[0] ?? null,
  };
}

/** The end that a choice adds up from, of a string whose mount holds one. Nodes are listed from the top down. */
export const endOf = (end: ProfileEnd, mounted: FixedEnd): FixedEnd =>
  end === 'top' ? 'first' : end === 'bottom' ? 'last' : mounted;

/** A whole playing takes about so many pictures, so far apart, ms. */
const pictures = 120;
const pictureTime = 100;

export interface ProfilePlayer {
  /** Place of the shown moment. */
  readonly at: number;
  readonly isPlaying: boolean;
  /** Places of the moments that are drawn beside it. */
  readonly kept: readonly number[];
  readonly isKept: boolean;
  go(place: number): void;
}

/** Most profiles that are kept by hand. */
const mostKept = 6;

/** The moment that is shown, played or chosen, and those that are kept; they and the choices are offered as commands. */
export function useProfilePlayer(t: Float64Array, isOpen: boolean): ProfilePlayer {
  const [query, change] = useAddress();
  const [playing, setPlaying] = useState<number | null>(null);
  const last = t.length - 1;
  const chosen = moments(query.get('at'))[0];
  const still = chosen === undefined ? last : Math.min(last, placeAt(t, chosen));
  const at = playing === null ? still : Math.min(last, playing);
  const own = moments(query.get('dates'));
  const kept = own.length > 0 ? own.map((date) => Math.min(last, placeAt(t, date))) : spread(t);
  const shownAt = t[at];
  const go = (place: number) => {
    setPlaying(null);
    const next = Math.max(0, Math.min(last, place));
    change({ at: next === last ? null : String(t[next]) });
  };
  const isPlaying = playing !== null;
  useEffect(() => {
    if (!isPlaying) return;
    const step = Math.max(1, Math.round(last / pictures));
    const timer = setInterval(
      () => setPlaying((now) => (now === null ? null : Math.min(last, now + step))),
      pictureTime,
    );
    return () => clearInterval(timer);
  }, [isPlaying, last]);
  // At the end of the range it holds.
  if (playing !== null && playing >= last) go(last);
  const options = { available: isOpen };
  useOffer(analysis.profileAxis, ({ axis }) => change({ axis }), options);
  useOffer(analysis.profileShow, ({ show }) => change({ show }), options);
  useOffer(analysis.profileEnd, ({ end }) => change({ end }), options);
  useOffer(
    analysis.profileZero,
    ({ at: moment }) => {
      const next = moment ?? shownAt;
      change({ zero: next === undefined || next === 0 ? null : String(next) });
    },
    options,
  );
  useOffer(analysis.profileStep, ({ step }) => go(at + (step === 'next' ? 1 : -1)), options);
  useOffer(
    analysis.profilePlay,
    () => {
      if (playing !== null) go(playing);
      else setPlaying(at >= last ? 0 : at);
    },
    options,
  );
  useOffer(
    analysis.profileKeep,
    () => {
      if (shownAt === undefined) return;
      const next = own.includes(shownAt) ? own.filter((date) => date !== shownAt) : [...own, shownAt];
      change({
        dates:
          next.length === 0
            ? null
            : next
                .slice(-mostKept)
                .sort((a, b) => a - b)
                .join(),
      });
    },
    options,
  );
  return { at, isPlaying, kept, isKept: shownAt !== undefined && own.includes(shownAt), go };
}

/** The first moment, and three between it and the last, spread over time. */
function spread(t: Float64Array): readonly number[] {
  const [first, last] = [t[0] ?? 0, t.at(-1) ?? 0];
  const places = [0, 0.25, 0.5, 0.75].map((part) => placeAt(t, first + part * (last - first)));
  return [...new Set(places)].filter((place) => place < t.length - 1);
}
