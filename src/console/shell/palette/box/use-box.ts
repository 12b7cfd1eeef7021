import { useState } from 'react';
import { stationsView } from '../../../state/sites/stations.ts';
import { isPrefix, type Prefix } from '../prefix.ts';

/** What the palette's box holds, and what was collected with it. */
export interface PaletteBox {
  readonly prefix: Prefix | null;
  /** The text behind the prefix, as it is typed. */
  readonly query: string;
  /** The text without space around it. */
  readonly typed: string;
  /** Stations that a command is given together, by id; at first those that are marked in the list. */
  readonly ticked: readonly number[];
  /** Alarms that are answered together, by id. */
  readonly alarms: readonly number[];
  /** Stations that are given to a script together, by code. */
  readonly marked: readonly string[];
  /** Enter was pressed on what cannot be. */
  readonly refused: boolean;
  setPrefix(prefix: Prefix | null): void;
  setQuery(query: string): void;
  setTicked(ticked: readonly number[]): void;
  setAlarms(alarms: readonly number[]): void;
  setMarked(marked: readonly string[]): void;
  refuse(): void;
  /** Empties the box; what is ticked stays. */
  clear(): void;
  /** Takes a new text; outside a page its first character can be a prefix. */
  type(value: string, isPage: boolean): void;
}

/**
 * State of the palette's box.
 * @param begun what the box holds at first; read once
 * @param isWhole it is a text as it stands: its first character is no prefix
 */
export function useBox(begun: string, isWhole: boolean): PaletteBox {
  const first = isWhole ? '' : begun.charAt(0);
  const [prefix, setPrefix] = useState<Prefix | null>(isPrefix(first) ? first : null);
  const [query, setQuery] = useState(isPrefix(first) ? begun.slice(1) : begun);
  const [ticked, setTicked] = useState<readonly number[]>(() => [...stationsView.marked]);
  const [alarms, setAlarms] = useState<readonly number[]>([]);
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState(false);
  return {
    prefix,
    query,
    typed: query.trim(),
    ticked,
    alarms,
    marked,
    refused,
    setPrefix,
    setQuery,
    setTicked,
    setAlarms,
    setMarked,
    refuse: () => setRefused(true),
    clear: () => {
      setQuery('');
      setPrefix(null);
      setRefused(false);
      setMarked([]);
    },
    type: (value, isPage) => {
      setRefused(false);
      const start = value.charAt(0);
      if (prefix === null && !isPage && isPrefix(start)) {
        setPrefix(start);
        setQuery(value.slice(1).trimStart());
      } else setQuery(value);
    },
  };
}
