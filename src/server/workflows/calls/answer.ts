import type { HostCallArgs, HostCallName } from '../../../script/calls.ts';
import type { CallResult } from '../store.ts';
import type { CallContext } from './call.ts';
import { historyCall } from './history.ts';
import { latestCall } from './latest.ts';
import { reportedCall } from './reported.ts';
import { stationsCall } from './stations.ts';

type Answered = Exclude<HostCallName, 'read'>;
const answers: {
  readonly [N in Answered]: (context: CallContext, args: HostCallArgs<N>) => Promise<unknown>;
} = { stations: stationsCall, latest: latestCall, reported: reportedCall, history: historyCall };

/** Answers a call that waits for no device. Its arguments were checked at the border. */
export async function answerCall(
  context: CallContext,
  { call, args }: { readonly call: string; readonly args: string },
): Promise<CallResult> {
  const answer = answers[call as Answered] as (context: CallContext, args: unknown) => Promise<unknown>;
  return { value: await answer(context, JSON.parse(args)) };
}
