/** Returns a safe URL for a model's link with its host; undefined for anything but a web address. */
export function readLink(href: string | undefined): { href: string; host: string } | undefined {
  // The URL as parsed by the browser counts, not its spelling.
  if (!href || !URL.canParse(href)) return undefined
  const url = new URL(href)
  if (url.protocol === 'mailto:') return { href: url.href, host: url.pathname }
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.host === '') return undefined
  // Credentials before the host could be mistaken for it.
  url.username = ''
  url.password = ''
  return { href: url.href, host: url.host.replace(/^www\./, '') }
}

/** Whether a link's text already names its host. */
export function saysWhere(words: string, host: string): boolean {
  const said = words
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
  return said === host || said.startsWith(`${host}/`) || said.startsWith(`${host}?`)
}
