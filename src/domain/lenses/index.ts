/** The lenses: what a person asks of readings. One declaration each: the key that opens it, its sources, and how it is answered. */
import { type EventsAnswer, type EventsInput, eventsOf, type NoEvents } from './events.ts';
import { type FailureOptions, type FailureResult, failureForecast } from './failure.ts';
import { type GapAnswer, type GapInput, judgeGaps } from './gaps.ts';
import { type Neighbours, type NeighboursInput, type NoNeighbours, neighboursOf } from './neighbours.ts';
import { type NoProfiles, type ProfileInput, type Profiles, profilesOf } from './profile.ts';
import { type RainAnswer, type RainInput, rainAnswer } from './rain.ts';
import { rainLines } from './rain-events.ts';
import { type NoRates, type RateOptions, type Rates, ratesOf } from './rate.ts';
import type { Progress, TimeSeries } from './series.ts';
import { type NoTangents, type TangentOptions, type Tangents, tangentsOf } from './tangent.ts';
import { type TemperatureAnswer, type TemperatureInput, temperatureAnswer } from './temperature.ts';

import { type VibrationAnswer, type VibrationInput, vibrationAnswer } from './vibration.ts';

/** What a lens is given and what it answers. Everything in it can be sent to a worker. */
export interface LensJobs {
  readonly failure: {
    readonly input: { readonly series: TimeSeries; readonly options: FailureOptions };
    readonly answer: FailureResult;
  };
  readonly tangent: {
    readonly input: { readonly series: TimeSeries; readonly options: TangentOptions };
    readonly answer: Tangents | NoTangents;
  };
  readonly rain: { readonly input: RainInput; readonly answer: RainAnswer | 'none' };
  readonly profile: { readonly input: ProfileInput; readonly answer: Profiles | NoProfiles };
  readonly vibration: { readonly input: VibrationInput; readonly answer: VibrationAnswer };
  readonly temperature: { readonly input: TemperatureInput; readonly answer: TemperatureAnswer };
  readonly rate: {
    readonly input: { readonly series: TimeSeries; readonly options: RateOptions };
    readonly answer: Rates | NoRates;
  };
  readonly gaps: { readonly input: GapInput; readonly answer: GapAnswer };
  readonly events: { readonly input: EventsInput; readonly answer: EventsAnswer | NoEvents };
  readonly neighbours: { readonly input: NeighboursInput; readonly answer: Neighbours | NoNeighbours };
}
export type LensId = keyof LensJobs;

interface Lens<Id extends LensId> {
  /** The single key that opens it on an analysis page. */
  readonly key: string;
  /** Where its method comes from. */
  readonly sources: readonly string[];
  run(input: LensJobs[Id]['input'], progress: Progress): LensJobs[Id]['answer'];
}

/** By id, in the order in which they are shown. */
export const lenses: { readonly [Id in LensId]: Lens<Id> } = {
  failure: {
    key: '1',
    sources: ['Fukuzono 1985', 'Voight 1988', 'Künsch 1989'],
    run: ({ series, options }, progress) => failureForecast(series, options, progress),
  },
  tangent: {
    key: '2',
    sources: ['Xu, Zeng, Qian, Wang & He 2009'],
    run: ({ series, options }, progress) => tangentsOf(series, options, progress),
  },
  rain: {
    key: '3',
    sources: [...Object.values(rainLines).map(({ source }) => source), 'Ishihara & Kobatake 1979'],
    run: rainAnswer,
  },
  profile: {
    key: '4',
    sources: ['Theil 1950', 'Sen 1968'],
    run: profilesOf,
  },
  vibration: { key: '5', sources: ['Welch 1967', 'Smith & Serra 1987'], run: vibrationAnswer },
  temperature: {
    key: '6',
    sources: ['Frisch & Waugh 1933', 'Bartlett 1935', 'Wilks 1938'],
    run: temperatureAnswer,
  },
  rate: {
    key: '7',
    sources: ['Theil 1950', 'Sen 1968', 'Cleveland 1979'],
    run: ({ series, options }, progress) => ratesOf(series, options, progress),
  },
  gaps: { key: '8', sources: [], run: judgeGaps },
  neighbours: { key: '9', sources: ['Spearman 1904'], run: neighboursOf },
  events: { key: 'e', sources: ['Theil 1950', 'Sen 1968'], run: eventsOf },
};

export const lensIds = Object.keys(lenses) as readonly LensId[];
export const isLens = (name: string): name is LensId => Object.hasOwn(lenses, name);

/** A lens's answer. @param progress hears how much of long work is done */
export function runLens<Id extends LensId>(
  id: Id,
  input: LensJobs[Id]['input'],
  progress: Progress = () => undefined,
): LensJobs[Id]['answer'] {
  return lenses[id].run(input, progress);
}
