const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** Returns the content of every such element. S3's answers do not nest an element in one of the same name. */
export function readTags(xml: string, tag: string): string[] {
  return xml
    .split(`</${tag}>`)
    .slice(0, -1)
    .flatMap((before) => {
      const start = before.indexOf(`<${tag}>`)
      return start < 0 ? [] : [before.slice(start + tag.length + 2)]
    })
}

/** Returns the text of the first such element. */
export function readTag(xml: string, tag: string): string | undefined {
  const [text] = readTags(xml, tag)
  return text?.replaceAll(/&(?:(lt|gt|quot|apos|amp)|#(x?)([\da-f]+));/gi, (_, name?: string, hex?: string, digits?: string) =>
    name ? (entities[name.toLowerCase()] ?? '') : String.fromCodePoint(Number.parseInt(digits ?? '', hex ? 16 : 10)),
  )
}
