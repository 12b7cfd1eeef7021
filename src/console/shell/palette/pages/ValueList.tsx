import { Command as Cmdk } from 'cmdk';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { Marked, Reason } from '../Row.tsx';
import type { FoundValue } from './pages.ts';

/** The values that an argument can take, narrowed by what is typed. */
export function ValueList(props: {
  readonly found: readonly FoundValue[];
  /** Keys of values that are taken together. */
  readonly marked: readonly string[];
  readonly onChoose: (value: unknown) => void;
}) {
  const text = useText();
  return props.found.map(({ item, hit }) => (
    <Cmdk.Item
      key={item.key}
      value={item.key}
      className="palette__row one-line grid"
      onSelect={() => props.onChoose(item.value)}
    >
      <Icon name={props.marked.includes(item.key) ? 'check' : 'chevron-right'} />
      <span className="palette__title column yields">
        <span className="ellipsis">
          <Marked text={item.fields[0]?.text ?? ''} ranges={hit?.field === 0 ? hit.ranges : []} />
        </span>
        <Reason item={item} hit={hit} text={text} />
      </span>
      {item.note !== undefined && <span className="palette__note num clips text-12 dim">{item.note}</span>}
    </Cmdk.Item>
  ));
}
