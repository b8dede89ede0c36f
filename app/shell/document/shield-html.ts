/**
 * Marks a page so that Cloudflare neither rewrites its scripts, which would then not start, nor its email addresses, which React would not
 * recognize. The attribute has to come before `src`. Texts have no `<` of their own, and scripts contain no such tags.
 */
function shield(html: string): string {
  const marked = html.replaceAll('<script ', '<script data-cfasync="false" ').replace('</body>', '<!--/email_off--></body>')
  const body = marked.indexOf('<body')
  if (body < 0) return marked
  const opened = marked.indexOf('>', body) + 1
  return `${marked.slice(0, opened)}<!--email_off-->${marked.slice(opened)}`
}

/** Bytes as characters: most are not looked at, and none is decoded. */
const bytesAs = 'latin1'

export const shieldHtml = (html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> => Buffer.from(shield(html.toString(bytesAs)), bytesAs)

/** The same for a page that is sent in parts. */
export function shieldStream(): TransformStream<Uint8Array, Uint8Array> {
  let kept = ''
  return new TransformStream({
    transform(chunk, controller) {
      const text = kept + Buffer.from(chunk).toString(bytesAs)
      const tag = text.lastIndexOf('<')
      // A tag may end in the next part.
      const end = tag >= 0 && !text.includes('>', tag) ? tag : text.length
      kept = text.slice(end)
      controller.enqueue(Buffer.from(shield(text.slice(0, end)), bytesAs))
    },
    flush(controller) {
      if (kept !== '') controller.enqueue(Buffer.from(kept, bytesAs))
    },
  })
}
