import { useText } from '../../../components/i18n.ts';
import type { AlarmDetail } from '../../../state/alarms/alarms.ts';

/** How often the same rule has rung here within 12 months, and what was found of it. */
export function SameRule({ sameRule }: { readonly sameRule: AlarmDetail['sameRule'] }) {
  const text = useText();
  const { count, findings } = sameRule;
  const found = findings.map((one) =>
    text('alarms.sameRule.finding', { count: one.count, finding: text(`alarms.finding.${one.finding}`) }),
  );
  return (
    <section className="aneighbours text-12" aria-label={text('alarms.sameRule')}>
      <h3 className="dim text-11">{text('alarms.sameRule')}</h3>
      <p className="num">{[text('alarms.sameRule.count', { count }), ...found].join(' · ')}</p>
    </section>
  );
}
