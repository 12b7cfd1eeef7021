/** Ways in besides RTUs, and what a mapping makes of a sample. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as contract from '../../../contract/sources.ts';
import { request } from '../connection/client.ts';

export type {
  DataSource,
  SampleResult,
  SourceMessage,
  SourceRefusal,
  SourceSample,
} from '../../../contract/sources.ts';

/** Under what sources are cached. */
export const sourcesKey = 'sources';
/** ms between looks: counts move with every message, and no event reports them. */
const often = 5000;
/** ms that a mapping stands before it is tried. */
const stands = 300;

/** Sources that the user may see, and what of the last 24 hours was refused. */
export function useSources() {
  return useQuery({
    queryKey: [sourcesKey, 'list'],
    queryFn: ({ signal }) => request(contract.sources, { signal }),
    refetchInterval: often,
    placeholderData: keepPreviousData,
  });
}

/** One source with its messages, runs and versions; null = none is chosen. */
export function useSource(sourceId: number | null) {
  return useQuery({
    enabled: sourceId !== null,
    queryKey: [sourcesKey, 'one', sourceId],
    queryFn: ({ signal }) => request(contract.sourceDetail, { params: { sourceId: sourceId ?? 0 }, signal }),
    refetchInterval: often,
  });
}

/**
 * What the mapping (its JSON text; null = a guess) makes of a sample, once it has stood for 300 ms; until then, what it
 * made before.
 */
export function useTry(sourceId: number, sample: contract.SourceSample | null, mapping: string | null) {
  const [stood, setStood] = useState(mapping);
  useEffect(() => {
    const timer = setTimeout(() => setStood(mapping), stands);
    return () => clearTimeout(timer);
  }, [mapping]);
  const query = useQuery({
    enabled: sample !== null,
    queryKey: [sourcesKey, 'try', sourceId, sample, stood],
    queryFn: ({ signal }) =>
      request(contract.trySample, {
        params: { sourceId },
        body: {
          sample: sample ?? { file: '-' },
          ...(stood === null ? {} : { mapping: JSON.parse(stood) as unknown }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { ...query, isCurrent: stood === mapping && !query.isPlaceholderData && query.data !== undefined };
}
