import { useCallback } from 'react';
import { useFormat } from '../i18n.ts';

/** Says metres as people do: 850 m, 12.4 km, 340 km. */
export function useDistanceText(): (metres: number) => string {
  const format = useFormat();
  return useCallback(
    (metres) => {
      if (metres < 999.5) return `${format.number(metres, metres < 9.95 ? 1 : 0)} m`;
      return `${format.number(metres / 1000, metres < 99_500 ? 1 : 0)} km`;
    },
    [format],
  );
}
