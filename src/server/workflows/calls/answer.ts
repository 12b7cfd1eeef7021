import type { HostCallArgs, HostCallName } from '../../../script/calls.ts';
import { analyseCall } from './analyse.ts';
import type { CallContext, Pieces } from './call.ts';
import { historyCall } from './history.ts';
import { latestCall } from './latest.ts';
import { reportedCall } from './reported.ts';
import { stationsCall } from './stations.ts';
import { statisticsCall } from './statistics.ts';

type Answered = Exclude<HostCallName, 'read'>;
const answers: {
  readonly [N in Answered]: (context: CallContext, args: HostCallArgs<N>) => Pieces;
} = {
  stations: stationsCall,
  latest: latestCall,
  reported: reportedCall,
  history: historyCall,
  statistics: statisticsCall,
  analyse: analyseCall,
};

/** Works through a call that waits for no device. Its arguments were checked at the border. */
export function answerCall(
  context: CallContext,
  { call, args }: { readonly call: string; readonly args: string },
): Pieces {
  const answer = answers[call as Answered] as (context: CallContext, args: unknown) => Pieces;
  return answer(context, JSON.parse(args));
}
