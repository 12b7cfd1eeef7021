import { Command } from 'cmdk';
import { useMemo, useState } from 'react';
import { SearchIndex, type SearchItem } from '../../../src/console/shell/palette/search/index.ts';

const limit = 50;

interface Props {
  readonly items: readonly SearchItem[];
}

/** A palette's list on our search: what the first rows show is all that is drawn. */
export function OwnList({ items }: Props) {
  const [query, setQuery] = useState('');
  const index = useMemo(() => new SearchIndex(items), [items]);
  const { hits, total } = useMemo(() => index.search(query, { limit }), [index, query]);
  return (
    <Command shouldFilter={false}>
      <Command.Input value={query} onValueChange={setQuery} />
      <p>{total}</p>
      <Command.List>
        {hits.map((hit) => {
          const item = items[hit.index];
          const text = item?.fields[hit.field]?.text ?? '';
          let done = 0;
          const parts = hit.ranges.map(([start, end]) => {
            const before = text.slice(done, start);
            done = end;
            return (
              <span key={start}>
                {before}
                <mark>{text.slice(start, end)}</mark>
              </span>
            );
          });
          return (
            <Command.Item key={item?.key} value={item?.key ?? ''}>
              {hit.field === 0 ? null : item?.fields[0]?.text} {parts}
              {text.slice(done)}
            </Command.Item>
          );
        })}
      </Command.List>
    </Command>
  );
}

/** The same on cmdk's own filter, as its documentation has it. */
export function PlainList({ items }: Props) {
  return (
    <Command>
      <Command.Input />
      <Command.List>
        {items.map(({ key, fields }) => (
          <Command.Item key={key} value={key} keywords={fields.map(({ text }) => text)}>
            {fields[0]?.text}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
