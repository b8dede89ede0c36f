/** Where a link of a model's may lead, and what to call that place; undefined for what is no address on the web. */
export function readLink(href: string | undefined): { href: string; host: string } | undefined {
  // Whatever a browser would read into it counts, not how it is written.
  if (!href || !URL.canParse(href)) return undefined
  const url = new URL(href)
  if (url.protocol === 'mailto:') return { href: url.href, host: url.pathname }
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.host === '') return undefined
  // A name before the host is there to be taken for it.
  url.username = ''
  url.password = ''
  return { href: url.href, host: url.host.replace(/^www\./, '') }
}

/** Whether the words of a link say already where it leads. */
export function saysWhere(words: string, host: string): boolean {
  const said = words
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
  return said === host || said.startsWith(`${host}/`) || said.startsWith(`${host}?`)
}
