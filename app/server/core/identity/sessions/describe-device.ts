/** Order matters: most browsers also name their ancestors. */
const browsers: [name: string, sign: RegExp][] = [
  ['Yandex Browser', /\bYaBrowser\//],
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /^(?=.*\bVersion\/\d).*\bSafari\//],
]
const systems: [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
]

/** For example "Chrome, Windows": proper names, the same in every language. Null when nothing is recognized. */
export function describeDevice(userAgent: string | null): string | null {
  const find = (known: typeof browsers) => known.find(([, sign]) => sign.test(userAgent ?? ''))?.[0]
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || null
}
