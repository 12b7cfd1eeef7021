import { useQuery } from '@tanstack/react-query';
import type { BodyOf } from '../../../contract/call.ts';
import * as contract from '../../../contract/map/shapes.ts';
import { request } from '../connection/client.ts';
import { queries } from './stations.ts';

export type { MapShape } from '../../../contract/map/shapes.ts';

const key = ['mapShapes'] as const;
const noShapes: readonly contract.MapShape[] = [];

/** Hazard areas, routes and outlines that the user may see. */
export function useMapShapes(): readonly contract.MapShape[] {
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request(contract.mapShapes, { signal }),
    staleTime: 60_000,
  });
  return data?.shapes ?? noShapes;
}

/** @throws ApiError */
export async function addMapShape(body: BodyOf<typeof contract.addMapShape>): Promise<void> {
  await request(contract.addMapShape, { body });
  await queries.invalidateQueries({ queryKey: key });
}

/** Puts a removed one back. @throws ApiError */
export async function restoreMapShape(shapeId: number): Promise<void> {
  await request(contract.restoreMapShape, { params: { shapeId } });
  await queries.invalidateQueries({ queryKey: key });
}

/** @throws ApiError */
export async function removeMapShape(shapeId: number): Promise<void> {
  await request(contract.removeMapShape, { params: { shapeId } });
  await queries.invalidateQueries({ queryKey: key });
}
