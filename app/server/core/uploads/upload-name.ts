/** Longest name in characters, the limit of most file systems. */
const longest = 200

/** Returns the name under which a file was sent, without folders and control characters; null without a usable one. */
export function uploadName(sent: string | undefined): string | null {
  const [last = ''] = (sent ?? '').split(/[/\\]/).slice(-1)
  const name = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .trim()
  if (/^\.*$/.test(name)) return null
  if (name.length <= longest) return name
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? ''
  // A character outside the basic plane may be cut in half.
  return `${name.slice(0, longest - extension.length).toWellFormed()}${extension}`
}
