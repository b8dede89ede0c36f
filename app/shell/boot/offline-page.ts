import { msg } from '@lingui/core/macro'
import { activateLocale, createI18n } from '#app/shell/i18n/i18n.ts'
import { colorModeScript } from '#app/shell/theme/color-mode-script.ts'
import * as config from '#config'
import type { Locale } from '#config'

const texts = {
  title: msg`No connection`,
  heading: msg`You’re offline`,
  words: msg`What you typed is saved in this browser, and running jobs continue. This page opens by itself when the connection is back.`,
  again: msg`Try again`,
}

/** A self-contained page, because nothing else can be fetched offline. It is served at the requested URL, so a reload tries again. */
export async function offlinePage(locale: Locale, nonce: string): Promise<Response> {
  const i18n = createI18n()
  await activateLocale(i18n, locale)
  const say = (text: (typeof texts)[keyof typeof texts]) => escapeHtml(i18n._(text))
  const html = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${say(texts.title)} · ${config.name}</title>
<style>${css}</style>
<script data-cfasync="false" nonce="${nonce}">${colorModeScript(null)}</script>
</head>
<body>
<main>
${mark}
<h1>${say(texts.heading)}</h1>
<p>${say(texts.words)}</p>
<button type="button" id="again">${say(texts.again)}</button>
</main>
<script data-cfasync="false" nonce="${nonce}">${script}</script>
</body>
</html>
`
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=3600' } })
}

const script = `
const again = () => location.reload();
document.getElementById('again').addEventListener('click', again);
addEventListener('online', again);
setInterval(() => {
  if (navigator.onLine && document.visibilityState === 'visible') fetch('/builds/latest.json', { cache: 'no-store' }).then(({ ok }) => ok && again(), () => {});
}, 5000);
`

const mark = `<svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true"><rect x="1" y="6" width="4" height="12" rx="2" fill="#e5604c"/><rect x="7" y="1" width="4" height="22" rx="2" fill="#9a6be0"/><rect x="13" y="4" width="4" height="16" rx="2" fill="#1fa28a"/><rect x="19" y="8" width="4" height="8" rx="2" fill="#c98a1b"/></svg>`

const css = `
:root{--paper:oklch(98.5% .003 80);--ink:oklch(22% .01 60);--soft:oklch(46% .01 60);color-scheme:light}
:root.dark{--paper:oklch(16.5% .008 270);--ink:oklch(95% .003 80);--soft:oklch(72% .01 270);color-scheme:dark}
body{margin:0;min-height:100dvh;display:grid;align-items:center;background:var(--paper);color:var(--ink);font:400 1.0625rem/1.6 'Onest Variable',system-ui,sans-serif}
main{box-sizing:border-box;width:min(100%,42rem);margin:auto;padding:3rem 1.5rem}
h1{margin:1.5rem 0 .5rem;font-size:clamp(1.75rem,5vw,3rem);line-height:1.1;letter-spacing:-.02em;text-wrap:balance}
p{margin:0;color:var(--soft);text-wrap:pretty}
button{margin-top:1.75rem;min-height:2.75rem;padding:.5rem 1.125rem;border:0;border-radius:.625rem;background:var(--ink);color:var(--paper);font:inherit;font-size:.9375rem;font-weight:500;cursor:pointer}
button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
`

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
