import { useSearchParams } from 'wouter';

/** A whole number that the address keeps under a name, beside what else it holds; null = none, or one that is no number. */
export function useChoice(name: string): readonly [number | null, (value: number | null) => void] {
  const [query, setQuery] = useSearchParams();
  const kept = query.get(name);
  const value = kept !== null && /^\d{1,15}$/.test(kept) ? Number(kept) : null;
  const choose = (next: number | null) => {
    const address = new URLSearchParams(query);
    if (next === null) address.delete(name);
    else address.set(name, String(next));
    setQuery(address, { replace: true });
  };
  return [value, choose];
}
