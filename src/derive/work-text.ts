/** What a notice of work says, in words: in the console, in mails and in pushes. */
import type { MessageParams } from '../base/errors.ts';
import type { MessageId } from '../base/messages.ts';
import type { WorkHow } from '../base/work-words.ts';

type Text = (id: MessageId, params?: Readonly<Record<string, string | number>>) => string;
type Plain = Readonly<Record<string, string | number>>;

/** The problem of a run as it stands among the parameters of a notice: under its own names, its id as `wrong`. */
const problemOf = (params: Plain, text: Text): string =>
  params['wrong'] === undefined ? '' : text(`workflow.problem.${params['wrong']}` as MessageId, params);

function detailsOf(how: WorkHow, params: Plain, text: Text, time: (at: number) => string): readonly string[] {
  const counts = Number(params['total'] ?? 0) === 0 ? [] : [text('work.counts', params)];
  switch (how) {
    case 'planStopped':
      return [text('work.stopRule', params), ...counts];
    case 'planStill':
      return [
        text('work.still', { waiting: Number(params['waiting']), since: time(Number(params['since'])) }),
        ...(params['next'] === undefined
          ? []
          : [text('work.stillNext', { next: time(Number(params['next'])) })]),
        text('work.stillUntil', { until: time(Number(params['until'])) }),
        ...counts,
      ];
    case 'runDone':
      return [text('work.runDone')];
    case 'runProposed':
      return [text('work.runProposed', params)];
    case 'runFailed':
    case 'runHalted':
      return [problemOf(params, text)];
    case 'standardDrift':
      return [text('work.standardDrift', params)];
    default:
      return counts;
  }
}

/** @param time a moment on the clocks of whoever reads */
export function workText(
  { how, params }: { readonly how: WorkHow; readonly params: MessageParams },
  text: Text,
  time: (at: number) => string,
): { readonly title: string; readonly details: string } {
  const plain = params as Plain;
  const details = detailsOf(how, plain, text, time).filter((line) => line !== '');
  return { title: text(`work.how.${how}`, plain), details: details.join(' ') };
}
