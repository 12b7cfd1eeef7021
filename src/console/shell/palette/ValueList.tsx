import { Command as Cmdk } from 'cmdk';
import { Icon } from '../../components/Icon.tsx';
import type { ValueItem } from './pages.ts';
import { Marked } from './Row.tsx';
import type { Hit, SearchIndex } from './search/index.ts';

const most = 100;

/** The values that an argument can take, narrowed by what is typed. */
export function ValueList(props: {
  readonly items: readonly ValueItem[];
  readonly index: SearchIndex;
  readonly query: string;
  readonly onChoose: (value: unknown) => void;
}) {
  const { items, index, query, onChoose } = props;
  const found: readonly { readonly item: ValueItem; readonly hit: Hit | null }[] =
    query === ''
      ? items.slice(0, most).map((item) => ({ item, hit: null }))
      : index.search(query, { limit: most }).hits.flatMap((hit) => {
          const item = items[hit.index];
          return item === undefined ? [] : [{ item, hit }];
        });
  return found.map(({ item, hit }) => (
    <Cmdk.Item key={item.key} value={item.key} className="palette__row" onSelect={() => onChoose(item.value)}>
      <Icon name="chevron-right" />
      <span className="palette__title">
        <span className="ellipsis">
          <Marked text={item.fields[0]?.text ?? ''} ranges={hit?.field === 0 ? hit.ranges : []} />
        </span>
      </span>
    </Cmdk.Item>
  ));
}
