import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';

/** The version that the text on screen is compared with. */
export interface ComparedVersion {
  /** Null where the text is compared with none. */
  readonly version: number | null;
  /** The address names a version. */
  readonly isNamed: boolean;
  compare(version: number | null): void;
}

/**
 * Remembers the version that a script is compared with. An address can name it.
 * @param key of the script; another script is compared with nothing
 */
export function useCompared(key: string): ComparedVersion {
  const [compared, setCompared] = useState<{ key: string; version: number } | null>(null);
  const named = Number(new URLSearchParams(useSearch()).get('version'));
  useEffect(() => {
    if (named > 0) setCompared({ key, version: named });
  }, [named, key]);
  return {
    version: compared !== null && compared.key === key ? compared.version : null,
    isNamed: named > 0,
    compare: (version) => setCompared(version === null ? null : { key, version }),
  };
}
