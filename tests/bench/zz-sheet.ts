import { chromium } from '@playwright/test';
import { mkdirSync } from 'node:fs';
// args: size lang theme out  pages...
const [size, lang, theme, name, ...paths] = process.argv.slice(2);
const [w, h] = size!.split('x').map(Number);
const address = 'http://127.0.0.1:18199';
const password = process.env.PW!;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' });
const context = await browser.newContext({ viewport: { width: w!, height: h! }, ...(w! < 500 ? { isMobile: true, hasTouch: true, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148' } : {}), deviceScaleFactor: 1 });
const login = await (await fetch(address + '/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ accountName: 'maintainer', password }) })).json() as any;
await context.addCookies([{ url: address, name: 'groundwatch-1.10.0-token', value: login.data.loginToken }, { url: address, name: 'lang', value: lang! }]);
await context.addInitScript(`localStorage.setItem('groundwatch.theme.maintainer', JSON.stringify('${theme}'));localStorage.setItem('groundwatch.theme.', JSON.stringify('${theme}'))`);
const shots: string[] = [];
const dir = `/tmp/eye/shots/${name}`; mkdirSync(dir, { recursive: true });
const page = await context.newPage();
page.on('pageerror', (e) => console.log('ERR', page.url(), e.message));
for (const path of paths) {
  await page.goto(address + path).catch((e) => console.log(String(e)));
  await page.waitForTimeout(Number(process.env.WAIT ?? 1800));
  const issues = await page.evaluate(`(() => { const out=[]; const W=innerWidth;
   if (document.documentElement.scrollWidth > W+1) out.push('page scrolls sideways '+document.documentElement.scrollWidth);
   for (const e of document.querySelectorAll('main *, header *')) { const r=e.getBoundingClientRect(); if(r.width===0||r.height===0) continue; const s=getComputedStyle(e);
     if (r.right>W+1 && r.left<W && !e.closest('.scroll,[style*="overflow"],.maplibregl-map') ) { let p=e.parentElement, clipped=false; while(p){const o=getComputedStyle(p); if(/auto|scroll|hidden|clip/.test(o.overflowX)){clipped=true;break;} p=p.parentElement;} if(!clipped) out.push('beyond: '+e.tagName+'.'+e.className+' '+(e.textContent||'').slice(0,30)); }
     if (e.children.length===0 && e.scrollWidth>e.clientWidth+1 && /hidden|clip/.test(s.overflowX) && s.textOverflow==='ellipsis' && !e.closest('[title]') && !e.closest('[aria-label]')) out.push('cut: '+e.className+' "'+(e.textContent||'').slice(0,40)+'"');
   } 
   const t=document.body.innerText; const m=t.match(/\\{\\w+\\}|undefined|NaN|\\[object|\\b[a-z]+\\.[a-z]+[A-Z]\\w*\\b/g); if(m) out.push('text: '+[...new Set(m)].join(' '));
   return [...new Set(out)].slice(0,12); })()`);
  const file = `${dir}/${String(shots.length).padStart(2, '0')}.png`;
  await page.screenshot({ path: file });
  shots.push(file);
  console.log(shots.length - 1, path, (issues as string[]).length ? '\n   ' + (issues as string[]).join('\n   ') : '');
}
const cols = Number(process.env.COLS ?? 4); const tw = Math.round(w! * Number(process.env.SCALE ?? 0.5)); const per = Number(process.env.PER ?? 8);
const { readFileSync } = await import('node:fs');
for (let k = 0; k * per < shots.length; k++) {
const html = `<body style="margin:0;background:#888;display:grid;grid-template-columns:repeat(${cols},${tw}px);gap:6px;font:14px sans-serif">${shots.slice(k * per, k * per + per).map((f, i) => `<div><b style="background:#ff0">${k * per + i} ${paths[k * per + i]}</b><br><img width=${tw} src="data:image/png;base64,${readFileSync(f).toString('base64')}"></div>`).join('')}</body>`;
const sheet = await browser.newPage({ viewport: { width: cols * (tw + 6), height: 600 } });
await sheet.setContent(html); await sheet.waitForTimeout(300);
await sheet.screenshot({ path: `${dir}-${k}.png`, fullPage: true });
}
await browser.close();
