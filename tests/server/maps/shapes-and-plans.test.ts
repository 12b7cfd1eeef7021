/** Outlines on maps and plans of sites: what is taken, who sees it, and what is written down. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { fetchFile, metadataOf, photograph, sendFile } from '../../support/uploads.ts';

let server: TestServer;
let maintainer = '';
let operatorA = '';
let operatorB = '';
beforeAll(async () => {
  server = await startTestServer();
  [maintainer, operatorA, operatorB] = [
    await server.login('maintainer'),
    await server.login('operatorA'),
    await server.login('operatorB'),
  ];
});
afterAll(async () => {
  await server.stop();
});
/** The envelope of an answer. */
const ask = async (path: string, options: Parameters<TestServer['call']>[1]) => {
  const { envelope } = await server.call(path, options);
  if (envelope === null) throw new Error(`no envelope from ${path}`);
  return { ...envelope, data: envelope.data as unknown };
};
const audited = async (action: string) =>
  (
    await server.running.storage.db
      .selectFrom('audit')
      .select(['account_name', 'subject', 'detail'])
      .where('action', '=', action)
      .orderBy('id')
      .execute()
  ).at(-1);

describe('outlines on maps', () => {
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [105, 30, 812.5],
        [105.01, 30],
        [105.01, 30.01],
        [105, 30, 812.5],
      ],
    ],
  };
  const add = (geojson: unknown, kind = 'hazardArea', stationId: number | null = 1) =>
    ask('/rest/map/shapes', {
      token: maintainer,
      method: 'POST',
      body: { projectId: 1, stationId, kind, name: 'Slide 3', geojson: JSON.stringify(geojson) },
    });
  const shapesOf = async (token: string) =>
    (
      (await ask('/rest/map/shapes', { token })).data as {
        shapes: { id: number; name: string; geojson: string; points: number }[];
      }
    ).shapes;

  it('are kept without heights and further properties, seen by their company alone, and removed', async () => {
    const added = await add({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: { name: 'Main scarp', owner: 'secret' }, geometry: area }],
    });
    expect(added.status).toBe(200);
    const [shape] = await shapesOf(operatorA);
    expect(shape).toMatchObject({ name: 'Slide 3', points: 4 });
    expect(JSON.parse(shape?.geojson ?? '')).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { name: 'Main scarp' },
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [105, 30],
                [105.01, 30],
                [105.01, 30.01],
                [105, 30],
              ],
            ],
          },
        },
      ],
    });
    expect(await shapesOf(operatorB)).toEqual([]);
    expect(await audited('map.shape.add')).toMatchObject({
      account_name: 'maintainer',
      subject: 'station:1',
      detail: 'hazardArea Slide 3, 4 points',
    });
    const path = `/rest/map/shapes/${shape?.id}`;
    expect((await ask(path, { token: operatorB, method: 'DELETE' })).status).not.toBe(200);
    expect(await shapesOf(operatorA)).toHaveLength(1);
    expect((await ask(path, { token: maintainer, method: 'DELETE' })).status).toBe(200);
    expect(await shapesOf(operatorA)).toEqual([]);
    expect(await audited('map.shape.remove')).toMatchObject({ detail: 'hazardArea Slide 3' });
  });
  const path = (count: number) => Array.from({ length: count }, (_, index) => [105 + index * 1e-6, 30]);
  it('take as many points as the bound says and no more', async () => {
    expect((await add({ type: 'LineString', coordinates: path(10_000) }, 'evacuationRoute')).status).toBe(
      200,
    );
    expect(await add({ type: 'LineString', coordinates: path(10_001) }, 'evacuationRoute')).toMatchObject({
      status: 422,
      messageId: 'shapes.points',
      params: { limit: 10_000 },
      field: 'geojson',
    });
  });
  it('take as many features as the bound says and no more', async () => {
    const features = (count: number) => ({
      type: 'FeatureCollection',
      features: Array.from({ length: count }, () => ({
        type: 'Feature',
        properties: null,
        geometry: { type: 'Point', coordinates: [105, 30] },
      })),
    });
    expect((await add(features(200), 'assemblyPoint')).status).toBe(200);
    expect((await add(features(201), 'assemblyPoint')).messageId).toBe('shapes.features');
  });
  it.each([
    ['a route as an area', area, 'evacuationRoute', 'shapes.geometry'],
    [
      'another kind of geometry',
      { type: 'GeometryCollection', geometries: [] },
      'hazardArea',
      'shapes.geometry',
    ],
    ['metres', { type: 'Point', coordinates: [500_000, 3_300_000] }, 'assemblyPoint', 'shapes.degrees'],
    [
      'a latitude behind the pole',
      { type: 'Point', coordinates: [105, 90.0001] },
      'assemblyPoint',
      'shapes.degrees',
    ],
    [
      'another reference',
      { ...area, crs: { type: 'name', properties: { name: 'EPSG:3857' } } },
      'hazardArea',
      'shapes.degrees',
    ],
    [
      'words for numbers',
      { type: 'Point', coordinates: ['105', '30'] },
      'assemblyPoint',
      'shapes.coordinates',
    ],
    [
      'a ring that is open',
      {
        type: 'Polygon',
        coordinates: [
          [
            [105, 30],
            [105.1, 30],
            [105.1, 30.1],
            [105, 30.1],
          ],
        ],
      },
      'hazardArea',
      'shapes.ring',
    ],
    [
      'a line of one point',
      { type: 'LineString', coordinates: [[105, 30]] },
      'evacuationRoute',
      'shapes.line',
    ],
    ['nothing', { type: 'FeatureCollection', features: [] }, 'hazardArea', 'shapes.empty'],
    ['no GeoJSON', [1, 2], 'hazardArea', 'shapes.notGeoJson'],
    [
      'a feature without a geometry',
      { type: 'Feature', properties: {}, geometry: null },
      'hazardArea',
      'shapes.geometry',
    ],
  ])('refuse %s and say why', async (_what, geojson, kind, messageId) => {
    expect(await add(geojson, kind)).toMatchObject({ status: 422, messageId, field: 'geojson' });
  });
  it('are of projects and stations that one sees', async () => {
    const body = { projectId: 2, stationId: 1, kind: 'hazardArea', name: 'x', geojson: JSON.stringify(area) };
    expect((await ask('/rest/map/shapes', { token: maintainer, method: 'POST', body })).messageId).toBe(
      'shapes.otherProject',
    );
    expect((await add(area, 'hazardArea', 9)).status).toBe(404);
  });
});

describe('plans of sites', () => {
  const drawing = (inner: string) =>
    Buffer.from(
      `<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
       <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="100">${inner}</svg>`,
    );
  const send = (content: Buffer, name: string) =>
    sendFile(server, operatorA, content, name, { isDrawing: true });
  const plansPath = '/rest/stations/1/plans';
  const call = (path: string, method: string, body?: unknown, token = operatorA) =>
    ask(path, { token, method, ...(body === undefined ? {} : { body }) });
  interface Plans {
    plans: { id: number; name: string; upload: { id: number }; places: unknown[] }[];
  }

  it('show a picture with the devices placed on it, to their company alone', async () => {
    const sent = await send(await photograph(), 'slope.jpg');
    const uploadId = sent.upload.id;
    const added = (await call(plansPath, 'POST', { name: 'Slope', uploadId })).data as Plans;
    const [plan] = added.plans;
    expect(plan).toMatchObject({ name: 'Slope', places: [] });
    const places = `${plansPath}/${plan?.id}/places`;
    await call(places, 'PUT', { sensorId: 1, x: 0.25, y: 0.75 });
    const both = (await call(places, 'PUT', { sensorId: null, x: 1, y: 0 })).data as Plans;
    expect(both.plans[0]?.places).toEqual([
      { sensorId: null, x: 1, y: 0 },
      { sensorId: 1, x: 0.25, y: 0.75 },
    ]);
    // Once more is elsewhere, and not twice.
    const moved = (await call(places, 'PUT', { sensorId: 1, x: 0.5, y: 0.5 })).data as Plans;
    expect(moved.plans[0]?.places).toHaveLength(2);
    expect((await call(places, 'PUT', { sensorId: 1, x: 1.0001, y: 0 })).status).toBe(400);
    expect((await call(places, 'PUT', { sensorId: 2, x: 0.5, y: 0.5 })).status).toBe(404);
    const off = (await call(places, 'PUT', { sensorId: null, x: null, y: null })).data as Plans;
    expect(off.plans[0]?.places).toEqual([{ sensorId: 1, x: 0.5, y: 0.5 }]);
    expect(await audited('map.plan.place')).toMatchObject({
      account_name: 'operatorA',
      subject: 'station:1',
    });

    expect((await call(plansPath, 'GET', undefined, operatorB)).status).toBe(404);
    expect((await call(places, 'PUT', { sensorId: 1, x: 0, y: 0 }, operatorB)).status).toBe(404);
    expect((await fetchFile(server, operatorB, String(uploadId))).http).toBe(404);
    expect((await fetchFile(server, maintainer, String(uploadId))).http).toBe(200);

    // Another picture keeps what stands on it.
    const again = await send(drawing('<rect width="200" height="100" fill="#0a0"/>'), 'new.svg');
    const other = again.upload.id;
    const changed = (await call(`${plansPath}/${plan?.id}`, 'PUT', { name: 'Slope 2', uploadId: other }))
      .data as Plans;
    expect(changed.plans[0]).toMatchObject({
      name: 'Slope 2',
      upload: { id: other },
      places: [{ sensorId: 1 }],
    });
    const gone = (await call(`${plansPath}/${plan?.id}`, 'DELETE')).data as Plans;
    expect(gone.plans).toEqual([]);
  });
  it('are no tables', async () => {
    const sent = await send(Buffer.from('t,x\n1,2\n'), 'table.csv');
    const uploadId = sent.upload.id;
    expect(await call(plansPath, 'POST', { name: 'Table', uploadId })).toMatchObject({
      status: 422,
      messageId: 'maps.noPicture',
    });
    expect(((await call(plansPath, 'GET')).data as Plans).plans).toEqual([]);
  });
  it('may be drawings, of which a picture is kept and nothing else', async () => {
    const sent = await send(
      drawing(
        `<script>alert(1)</script><style>rect { stroke: none }</style><foreignObject><p>words</p></foreignObject>
         <image xlink:href="file:///etc/passwd" width="10" height="10"/>
         <image href="http://127.0.0.1:9/a.png" width="10" height="10"/>
         <rect width="100" height="100" fill="#c80000" onclick="alert(2)"/><rect x="100" width="100" height="100" fill="#0000c8"/>`,
      ),
      'site.svg',
    );
    expect(sent).toMatchObject({ upload: { type: 'png', name: 'site.png', width: 3000, height: 1500 } });
    const file = await fetchFile(server, operatorA, String(sent.upload.id));
    const { bytes } = file;
    expect(await metadataOf(bytes)).toMatchObject({ format: 'png', width: 3000, height: 1500 });
    expect(file.headers.get('content-type')).toBe('image/png');
    for (const word of ['script', 'alert', 'passwd', '<svg']) expect(bytes.includes(word)).toBe(false);
  });
  it.each([
    [
      'entities',
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      'uploads.type',
    ],
    [
      'entities behind a comment',
      '<!-- a --><svg xmlns="http://www.w3.org/2000/svg"><!ENTITY a "b"></svg>',
      'uploads.entities',
    ],
    ['no drawing', '<svg xmlns="http://www.w3.org/2000/svg"><rect', 'uploads.damaged'],
    ['a page', '<html><svg/></html>', 'uploads.type'],
    [
      'too many elements',
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${'<g/>'.repeat(50_000)}</svg>`,
      'uploads.elements',
    ],
    [
      'a line that is no picture',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="1"/>',
      'uploads.damaged',
    ],
  ])('refuse %s', async (_what, text, messageId) => {
    expect((await send(Buffer.from(text), 'x.svg')).messageId).toBe(messageId);
  });
});
