/** What a dialog of the desk is about. */
export type Asked =
  | { readonly type: 'setUp' | 'arm' | 'disarm' | 'drill'; readonly stationId: number }
  | { readonly type: 'sound' | 'refuseCall'; readonly callId: string }
  | { readonly type: 'refuseAct'; readonly actId: string }
  | { readonly type: 'settings'; readonly companyId: number };
