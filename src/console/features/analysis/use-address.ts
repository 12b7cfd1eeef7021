import { useSearchParams } from 'wouter';

/** Choices that stand in the address, and what changes some of them (null takes one out) without a step to go back. */
export function useAddress(): readonly [
  URLSearchParams,
  (changes: Readonly<Record<string, string | null>>) => void,
] {
  const [query, setQuery] = useSearchParams();
  const change = (changes: Readonly<Record<string, string | null>>) => {
    const address = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes))
      if (value === null) address.delete(name);
      else address.set(name, value);
    setQuery(address, { replace: true });
  };
  return [query, change];
}
