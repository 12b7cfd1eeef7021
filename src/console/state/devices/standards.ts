/** Standard sets, and which of them is held against what. */
import { useQuery } from '@tanstack/react-query';
import { proxy, useSnapshot } from 'valtio';
import * as contract from '../../../contract/devices/standards.ts';
import { request } from '../connection/client.ts';

/** Under what they are cached. */
export const standardsKey = 'standards';

/** Sheet of a group: `rtu`, or a sensor kind's code and the group. */
export const sheetOf = (kind: number | null, group: string): string =>
  kind === null ? group : `${kind}.${group}`;

/** By sheet, the standard that was chosen last: the matrix and the panels hold devices against the same. */
const chosen = proxy<{ of: Readonly<Record<string, number>> }>({ of: {} });

/** Holds what is shown of a sheet against a standard; null = against none. */
export function chooseStandard(sheet: string, id: number | null): void {
  const { [sheet]: _before, ...others } = chosen.of;
  chosen.of = id === null ? others : { ...others, [sheet]: id };
}

/** Every standard that the user may see, by name. */
export function useStandards(enabled = true) {
  return useQuery({
    queryKey: [standardsKey],
    queryFn: async ({ signal }) => (await request(contract.standards, { signal })).standards,
    enabled,
  });
}

/** Those of a sheet, and the one that is held against it. */
export function useStandardsOf(
  kind: number | null,
  group: string,
): { readonly own: readonly contract.Standard[]; readonly standard: contract.Standard | null } {
  const { data } = useStandards();
  const { of } = useSnapshot(chosen);
  const own = (data ?? []).filter((one) => one.kind === kind && one.group === group);
  const id = of[sheetOf(kind, group)];
  return { own, standard: own.find((one) => one.id === id) ?? null };
}

export type { Drift, Standard, StandardScope } from '../../../contract/devices/standards.ts';

/** ms between looks: the server looks each minute, and says so by no event. */
const often = 15_000;

/** Standard sets with how far their devices drift, looked at again and again. */
export function useWatchedStandards() {
  return useQuery({
    queryKey: [standardsKey],
    queryFn: async ({ signal }) => (await request(contract.standards, { signal })).standards,
    // What has just been assigned is looked at within a moment.
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ watch }) => watch !== null && watch.checkedAt === null) === true ? 1000 : often,
  });
}

/** Where devices differ from one that is assigned; null = from none. */
export function useDrift(standardId: number | null) {
  return useQuery({
    queryKey: [standardsKey, 'drift', standardId],
    queryFn: ({ signal }) =>
      request(contract.standardDrift, { params: { standardId: standardId ?? 0 }, signal }),
    enabled: standardId !== null,
    refetchInterval: often,
  });
}

/** Assigns a standard set to a selection; null = to nothing. */
export const assignStandard = (
  { id, revision }: Pick<contract.Standard, 'id' | 'revision'>,
  scope: contract.StandardScope | null,
) => request(contract.assignStandard, { params: { standardId: id }, body: { revision, scope } });

/** Proposes the plan that repairs what drifts. */
export const repairStandard = (standardId: number) =>
  request(contract.repairStandard, { params: { standardId } });
