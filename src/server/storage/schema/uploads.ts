/** Files that people sent and what they hang on, site plans, and what is drawn on maps. */

import type { Generated } from 'kysely';

export interface UploadTable {
  id: Generated<number>;
  /** Whose storage it counts in. */
  company_id: number;
  /** Station that it was sent for. */
  station_id: number;
  user_id: number;
  account_name: string;
  created_at: number;
  /** Made by who sent it, so that a repeat is known; unique for a user. */
  idempotency_key: string | null;
  name: string;
  /** UploadType of the contract. */
  type: string;
  bytes: number;
  /** Hex, of the file as it is kept: its place on the disk. */
  sha256: string;
  width: number | null;
  height: number | null;
  /** Since when the sweep has found nothing that refers to it; null = something does. */
  unused_since: number | null;
}
/** What a file hangs on. */
export interface UploadRefTable {
  upload_id: number;
  /** alarmEntry | remark | station | sitePlan */
  subject: string;
  subject_id: number;
  /** Station of the subject: who may see it may see the file. */
  station_id: number;
  position: number;
}
/** A picture of a site on which devices are placed. */
export interface SitePlanTable {
  id: Generated<number>;
  station_id: number;
  name: string;
  upload_id: number;
  created_at: number;
  account_name: string;
}
export interface SitePlanPlaceTable {
  site_plan_id: number;
  /** 0 = the RTU. */
  sensor_id: number;
  /** Shares of the picture's width and height, from its upper left. */
  x: number;
  y: number;
}
/** What is drawn on maps: FeatureCollections of one kind. */
export interface MapShapeTable {
  id: Generated<number>;
  company_id: number;
  project_id: number;
  /** Null = of the whole project. */
  station_id: number | null;
  /** ShapeKind */
  kind: string;
  name: string;
  points: number;
  geojson: string;
  created_at: number;
  account_name: string;
}

/** By the name of the table. */
export interface UploadTables {
  uploads: UploadTable;
  upload_refs: UploadRefTable;
  site_plans: SitePlanTable;
  site_plan_places: SitePlanPlaceTable;
  map_shapes: MapShapeTable;
}
