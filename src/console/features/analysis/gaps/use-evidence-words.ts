import { flagMessage } from '../../../../derive/messages.ts';
import type { GapEvidence, JudgedGap } from '../../../../domain/lenses/gaps.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { spanOf } from '../../../components/values/span.ts';

/** Causes, what they rest on, and what to do, in the user's language. */
export function useEvidenceWords(zone: string) {
  const text = useText();
  const format = useFormat();
  const time = (at: number) => format.time(at, zone, 'dayTime');
  return {
    cause: ({ cause, kind }: JudgedGap): string =>
      kind === 'resent' && cause !== 'resent'
        ? text('analysis.gaps.lateBy', { cause: text(`analysis.gaps.cause.${cause}`) })
        : text(`analysis.gaps.cause.${cause}`),
    advice: ({ cause }: JudgedGap): string => text(`analysis.gaps.advice.${cause}`),
    evidence: (one: GapEvidence): string => {
      switch (one.type) {
        case 'down':
          return text(`analysis.gaps.is.down.${one.of}`, { from: time(one.from), to: time(one.to) });
        case 'others':
          return text('analysis.gaps.is.others', { of: one.of });
        case 'battery':
          return text('analysis.gaps.is.battery', {
            at: time(one.at),
            voltage: format.number(one.voltage, 2),
            limit: format.number(one.limit, 1),
          });
        case 'flag':
          return one.flag === 'value'
            ? text('analysis.gaps.is.value')
            : text('analysis.gaps.is.flag', {
                at: time(one.at),
                flag: text(flagMessage('status', one.flag)),
              });
        case 'signal':
          return text('analysis.gaps.is.signal', { at: time(one.at), dBm: one.dBm });
        case 'restart':
          return text('analysis.gaps.is.restart', { at: time(one.at) });
        case 'step':
          return text('analysis.gaps.is.step', { at: time(one.at), by: spanOf(one.by, format) });
        case 'refused':
          return text('analysis.gaps.is.refused', { at: time(one.at) });
        case 'reports':
          return text('analysis.gaps.is.reports', { count: one.count });
        case 'contact':
          return text('analysis.gaps.is.contact', { at: time(one.at), next: time(one.next) });
        case 'late':
          return text('analysis.gaps.is.late', { at: time(one.cameAt), by: spanOf(one.by, format) });
        case 'installState':
          return text('analysis.gaps.is.removed', { at: time(one.at) });
        case 'noContact':
          return one.since === null
            ? text('analysis.gaps.is.never')
            : text('analysis.gaps.is.noContact', { since: time(one.since) });
      }
    },
  };
}
