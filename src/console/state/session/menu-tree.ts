import { useQuery } from '@tanstack/react-query';
import { menuTree } from '../../../contract/company/menus.ts';
import { request } from '../connection/client.ts';

/** Of the queries that a saved menu makes anew. */
export const menuTreeKey = 'menu-tree';

/** The menu tree as it is edited, with its versions. */
export function useMenuTree() {
  return useQuery({ queryKey: [menuTreeKey], queryFn: ({ signal }) => request(menuTree, { signal }) });
}
