import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type AuditFilters, auditEntries, verifyAudit } from '../../../contract/company/audit.ts';
import { request } from '../../state/connection/client.ts';

const pageSize = 200;

/** Entries that match, newest first, page by page; the ones before stay while others are asked for. */
export function useAudit(filters: AuditFilters) {
  return useInfiniteQuery({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) =>
      request(auditEntries, {
        query: { ...filters, limit: pageSize, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries }) => (entries.length < pageSize ? null : (entries.at(-1)?.id ?? null)),
    staleTime: 0,
    placeholderData: (before) => before,
  });
}

/** Whether the chain of the audit is whole, as of the last time it was verified. */
export function useChain() {
  return useQuery({
    queryKey: ['auditChain'],
    queryFn: ({ signal }) => request(verifyAudit, { query: {}, signal }),
    staleTime: 300_000,
  });
}
