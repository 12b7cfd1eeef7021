import * as contract from '../../../contract/proposals.ts';
import { type Binding, bind } from '../bind.ts';
import type { Guarded } from './joint-acts.ts';
import { shownProposal } from './joint-shown.ts';

/** Changes of scripts, rules and standard sets that wait for a person. */
export function proposalHandlers({ acts, joint }: Guarded): readonly Binding[] {
  const { proposals: book } = acts;
  return [
    bind(contract.proposals, ({ viewer }) => book.list(viewer)),
    bind(contract.proposal, ({ viewer, params, language }) => book.one(viewer, params.proposalId, language)),
    bind(contract.createProposal, (by) => book.create(by, by.body)),
    bind(contract.acceptProposal, async (by) => {
      const { language, viewer } = by;
      const body = { proposalId: by.params.proposalId, ...by.body };
      const shown = async () =>
        shownProposal((await book.one(viewer, body.proposalId, language)).proposal, body);
      await joint.guarded(by, { kind: 'proposal', body, language, shown }, () => acts.proposal(by, body));
      return book.one(viewer, body.proposalId, language);
    }),
    bind(contract.discardProposal, (by) => book.discard(by, by.params.proposalId)),
  ];
}
