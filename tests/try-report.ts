import { startTestServer } from '/work/wt-reports/tests/support/server.ts';
import { writeFileSync } from 'node:fs';
import pino from 'pino'; const s = await startTestServer({log: pino({level:'error'}) as never});
const token = await s.login('operatorA');
const a = await s.call('/rest/reports', { token, method: 'POST', body: { templateId: null, builtIn: 'weekly', projectId: 1, stationIds: [], from: Date.UTC(2025,11,30,16), to: Date.UTC(2026,0,6,16), languages: ['en','zh-chs','ja'], formats: ['pdf'] } });
console.log(a.text);
const id = (a.envelope?.data as any)?.id;
if (id) {
console.log(await s.running.reports.whenDone(id));
const one = await s.call(`/rest/reports/${id}`, { token }); console.log(one.text.slice(0,1500));
for (const l of ['en','zh-chs','ja']) { const r = await fetch(`${s.address}/rest/reports/${id}/file?language=${l}&format=pdf`, { headers: { authorization: token } }); writeFileSync(`/tmp/r-${l}.pdf`, Buffer.from(await r.arrayBuffer())); }
const v = await s.call(`/rest/reports/${id}/verify`, { token, method: 'POST' }); console.log(v.text);
}
await s.stop();
