/** What waits for a second person, and the sirens of sites; fetched anew when the stream says that they have changed. */
import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import type { BodyOf } from '../../contract/call.ts';
import * as jointCalls from '../../contract/company/two-persons.ts';
import * as sirenCalls from '../../contract/sites/sirens.ts';
import { request } from './connection/client.ts';
import { onEvent } from './connection/live.ts';
import { preferences } from './preferences.ts';
import { queries } from './sites/stations.ts';

export type { CompanyTwoPersons, JointAct } from '../../contract/company/two-persons.ts';
export type { Siren, SirenCall, SirenSite, SirenSound } from '../../contract/sites/sirens.ts';

const jointKey = ['joint'] as const;
const sirensKey = ['sirens'] as const;
/** What no event brings (times that are over, sirens that wake) is asked for so often, ms. */
const often = 15_000;
const seldom = 60_000;

onEvent(({ type }) => {
  if (type === 'joint') void queries.invalidateQueries({ queryKey: jointKey });
  if (type === 'sirens' || type === 'joint') void queries.invalidateQueries({ queryKey: sirensKey });
});

/**
 * What waits and has ended of what the user asked for or may sign, and the settings of companies. The server says what a
 * rule's change is in the language of the console: another language asks anew.
 */
export function useJoint() {
  const { language } = useSnapshot(preferences);
  return useQuery({
    queryKey: [...jointKey, language],
    queryFn: ({ signal }) => request(jointCalls.jointActs, { signal }),
    staleTime: 0,
    refetchInterval: seldom,
  });
}

/** Every site with sirens. */
export function useSirenSites(enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...sirensKey, 'list'],
    queryFn: async ({ signal }) => (await request(sirenCalls.sirenSites, { signal })).sites,
    staleTime: 0,
    refetchInterval: often,
  });
}

/** The sirens of one station; null = none is asked for. */
export function useSirenSite(stationId: number | null) {
  return useQuery({
    enabled: stationId !== null,
    queryKey: [...sirensKey, stationId],
    queryFn: async ({ signal }) =>
      (await request(sirenCalls.sirenSite, { params: { stationId: stationId ?? 0 }, signal })).site,
    staleTime: 0,
    refetchInterval: often,
  });
}

/** Whether the company of a station asks two persons for the sounding of a siren; null = no siren is sounded. */
export const useTakesTwo = (stationId: number | null): boolean =>
  useSirenSite(stationId).data?.takesTwo === true;

const changed = async () => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: jointKey }),
    queries.invalidateQueries({ queryKey: sirensKey }),
  ]);
};

/** A call, after which what is shown is fetched anew, whether it was done or not. @throws ApiError */
async function done<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } finally {
    await changed();
  }
}

/** @throws ApiError */
export const signAct = (jointId: string, body: BodyOf<typeof jointCalls.signJoint>) =>
  done(request(jointCalls.signJoint, { params: { jointId }, body }));
/** @throws ApiError */
export const refuseAct = (jointId: string, reason: string) =>
  done(request(jointCalls.refuseJoint, { params: { jointId }, body: { reason } }));
/** @throws ApiError */
export const saveTwoPersons = (companyId: number, body: BodyOf<typeof jointCalls.saveTwoPersonSettings>) =>
  done(request(jointCalls.saveTwoPersonSettings, { params: { companyId }, body }));

/** @throws ApiError */
export const saveSirens = (stationId: number, body: BodyOf<typeof sirenCalls.saveSirenSite>) =>
  done(request(sirenCalls.saveSirenSite, { params: { stationId }, body }));
/** @throws ApiError */
export const prepareSirens = (stationId: number, alarmId: number) =>
  done(request(sirenCalls.prepareSirens, { params: { stationId }, body: { alarmId } }));
/** @throws ApiError */
export const soundSirens = (callId: string, body: BodyOf<typeof sirenCalls.soundCall>) =>
  done(request(sirenCalls.soundCall, { params: { callId }, body }));
/** @throws ApiError */
export const refuseSirens = (callId: string, reason: string) =>
  done(request(sirenCalls.refuseCall, { params: { callId }, body: { reason } }));
/** @throws ApiError */
export const armSite = (stationId: number, body: BodyOf<typeof sirenCalls.armSite>) =>
  done(request(sirenCalls.armSite, { params: { stationId }, body }));
/** @throws ApiError */
export const disarmSite = (stationId: number, reason: string) =>
  done(request(sirenCalls.disarmSite, { params: { stationId }, body: { reason } }));
/** @throws ApiError */
export const drillSirens = (stationId: number, body: BodyOf<typeof sirenCalls.drillSirens>) =>
  done(request(sirenCalls.drillSirens, { params: { stationId }, body }));
