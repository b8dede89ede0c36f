const script = '<script '
/** Switches off Rocket Loader, which must find it before `src`. */
const unrewritten = 'data-cfasync="false" '
const bodyStart = '<body'
const bodyEnd = '</body>'

/**
 * Marks a page so that Cloudflare neither rewrites its scripts, which would then not start, nor its email addresses, which React would not
 * recognize. Texts have no `<` of their own, and scripts contain no such tags.
 */
export function shieldHtml(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const parts: Buffer[] = []
  let from = 0
  const insert = (at: number, text: string) => {
    parts.push(html.subarray(from, at), Buffer.from(text))
    from = at
  }
  const body = html.indexOf(bodyStart)
  const opened = body < 0 ? -1 : html.indexOf('>', body) + 1
  const closed = html.lastIndexOf(bodyEnd)
  for (let at = html.indexOf(script); at >= 0; at = html.indexOf(script, at + script.length)) {
    if (opened > from && opened <= at) insert(opened, '<!--email_off-->')
    insert(at + script.length, unrewritten)
  }
  if (opened > from) insert(opened, '<!--email_off-->')
  if (opened > 0 && closed >= from) insert(closed, '<!--/email_off-->')
  return Buffer.concat([...parts, html.subarray(from)])
}
