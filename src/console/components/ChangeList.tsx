import type { RuleChange } from '../../derive/rule-words/diff.ts';
import { useText } from './i18n.ts';
import './change-list.css';

/** Changes one below the other: what was there struck through, what is there instead. */
export function ChangeList({ changes }: { readonly changes: readonly RuleChange[] }) {
  const text = useText();
  if (changes.length === 0) return <p className="change-list__none">{text('rules.noChange')}</p>;
  return (
    <dl className="change-list text-12">
      {changes.map(({ what, before, after }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two changes may be about the same
        <div key={index}>
          <dt>{what}</dt>
          <dd>
            {before !== null && <s>{before}</s>}
            {after === null ? <span className="faint">{text('rules.gone')}</span> : <b>{after}</b>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
