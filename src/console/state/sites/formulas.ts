import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  type FormulaDraft,
  formulaVersions,
  stationFormulas,
  tryFormula,
} from '../../../contract/sites/formulas.ts';
import { request } from '../connection/client.ts';
import { loadOwnKinds } from '../own-kinds.ts';
import { forgetStations } from './stations.ts';

/** Under which derived channels are kept: one that is written lets them be fetched anew. */
export const formulasKey = 'formulas';
const pollEvery = 2000;

/** A derived channel is a sensor of its station, and a kind with words: both are fetched anew. */
export function formulaChanged(): void {
  forgetStations();
  void loadOwnKinds();
}

/** Derived channels of a station, also those out of use; asked for again while the past of one is computed. */
export function useFormulas(stationId: number) {
  const answer = useQuery({
    queryKey: [formulasKey, stationId],
    queryFn: ({ signal }) => request(stationFormulas, { params: { stationId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.formulas.some(({ progress }) => progress !== null) === true ? pollEvery : false,
  });
  const underWay = answer.data?.formulas.filter(({ progress }) => progress !== null).length ?? 0;
  const before = useRef(0);
  useEffect(() => {
    if (underWay < before.current) formulaChanged();
    before.current = underWay;
  }, [underWay]);
  return answer;
}

/** Versions of a derived channel, the newest first. */
export function useFormulaVersions(formulaId: number) {
  return useQuery({
    queryKey: [formulasKey, 'versions', formulaId],
    queryFn: ({ signal }) => request(formulaVersions, { params: { formulaId }, signal }),
    staleTime: 0,
  });
}

/** What a version of a derived channel was, without its unit, which never changes; null where there is none or it is not to be had. */
export async function recalled(
  formulaId: number,
  version: number,
): Promise<Omit<FormulaDraft, 'unit'> | null> {
  const { versions } = await request(formulaVersions, { params: { formulaId } }).catch(() => ({
    versions: [],
  }));
  const found = versions.find((one) => one.version === version);
  if (found === undefined) return null;
  const { names, digits, text, inputs, age } = found;
  return { names, digits, text, inputs, age };
}

/** Values that a draft would have over the last days; nothing is asked for without one. */
export function useFormulaTrial(stationId: number, draft: FormulaDraft | null, days: number) {
  return useQuery({
    queryKey: ['formula trial', stationId, draft, days],
    enabled: draft !== null,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) => {
      if (draft === null) throw new Error('no draft');
      return request(tryFormula, { params: { stationId }, body: { ...draft, days }, signal });
    },
  });
}
