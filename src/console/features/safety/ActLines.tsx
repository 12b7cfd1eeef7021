import type { MessageId } from '../../../base/messages.ts';
import { ChangeList } from '../../components/ChangeList.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { JointAct } from '../../state/safety.ts';
import { timeOf } from './time.ts';

/** What both persons are shown of what they sign, line by line. Texts of people are shown as text. */
export function ActLines({ act, now }: { readonly act: JointAct; readonly now: number }) {
  const text = useText();
  const format = useFormat();
  const said = ({ name, value }: JointAct['lines'][number]): string => {
    if (name === 'until') return timeOf(Number(value), now, format);
    if (name === 'prepares' || name === 'before') return text(`sirens.reach.${value}` as MessageId);
    if (name === 'sirens' || name === 'rules') return text(value === 'true' ? 'safety.two' : 'safety.one');
    return value;
  };
  return (
    <dl className="safety__lines text-12">
      {act.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an act never change
        <div key={index} className="safety__line">
          <dt className="dim">{text(`joint.line.${line.name}` as MessageId)}</dt>
          <dd className="num strong">{said(line)}</dd>
        </div>
      ))}
      {act.changes.length > 0 && (
        <div className="safety__line">
          <dt className="dim">{text('joint.line.change')}</dt>
          <dd>
            <ChangeList changes={act.changes} />
          </dd>
        </div>
      )}
      {act.address !== null && (
        <div className="safety__line">
          <dt />
          <dd>
            <a className="link" href={act.address}>
              {text('joint.open')}
            </a>
          </dd>
        </div>
      )}
    </dl>
  );
}
