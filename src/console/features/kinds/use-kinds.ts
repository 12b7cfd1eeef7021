import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '../../../contract/call.ts';
import { ownKinds } from '../../../contract/sites/own-kinds.ts';
import { useText } from '../../components/i18n.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { loadOwnKinds } from '../../state/own-kinds.ts';

const key = 'own kinds';
export type Kinds = DataOf<typeof ownKinds>;
export type Kind = Kinds['kinds'][number];

/** Kinds that the companies of the user have made. */
export function useKinds() {
  return useQuery({ queryKey: [key], queryFn: ({ signal }) => request(ownKinds, { signal }) });
}

/** Runs changes of kinds; whatever shows readings of one has its new words then. */
export const useKindChange = () => useChange(key, useText(), () => void loadOwnKinds());
