import { useQuery } from '@tanstack/react-query';
import * as contract from '../../contract/proposals.ts';
import { request } from './connection/client.ts';

export type {
  ChangeProposal,
  ProposalChange,
  ProposalSummary,
  ScriptContent,
} from '../../contract/proposals.ts';

/** Under what they are cached. */
export const proposalsKey = 'proposals';
/** ms between looks: programs propose without an event that says so. */
const often = 15_000;

/** Newest first. */
export function useProposals() {
  return useQuery({
    queryKey: [proposalsKey],
    queryFn: async ({ signal }) => (await request(contract.proposals, { signal })).proposals,
    refetchInterval: often,
  });
}

/** One with its changes, and what keeps each from being made now; null = none. */
export function useProposal(proposalId: string | null) {
  return useQuery({
    queryKey: [proposalsKey, proposalId],
    queryFn: async ({ signal }) =>
      (await request(contract.proposal, { params: { proposalId: proposalId ?? '' }, signal })).proposal,
    enabled: proposalId !== null,
    refetchInterval: often,
  });
}

/** Makes the chosen changes. Answers the proposal as it has ended. */
export const acceptProposal = async (proposalId: string, positions: readonly number[], reason: string) =>
  (
    await request(contract.acceptProposal, {
      params: { proposalId },
      body: { positions: [...positions], reason },
    })
  ).proposal;

export const discardProposal = (proposalId: string) =>
  request(contract.discardProposal, { params: { proposalId } });
