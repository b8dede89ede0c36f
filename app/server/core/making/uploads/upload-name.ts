/** Longest name in characters, the limit of most file systems. */
const longest = 200

/** Control characters, and those that are not seen or turn the direction of the text, so that `gpj.exe` looks like `exe.jpg`. */
const unseen = /[\p{Cc}\u2028\u2029]|(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu
/** Joiners make one emoji of several and are part of Persian and Indic words; elsewhere they are unseen, too. */
const idleJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{Extended_Pictographic}])/gu
/** Tags are the flags of England, Scotland and Wales behind a black flag, and otherwise hide a text. */
const tags = /(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|[\u{e0020}-\u{e007f}]+/gu

/** Returns the name under which a file was sent, without folders and unseen characters; null without a usable one. */
export function uploadName(sent: string | undefined): string | null {
  const [last = ''] = (sent ?? '').split(/[/\\]/).slice(-1)
  const name = last.toWellFormed().normalize('NFC').replaceAll(unseen, '').replaceAll(idleJoiner, '').replaceAll(tags, '$1').trim()
  if (/^\.*$/.test(name)) return null
  if (name.length <= longest) return name
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? ''
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(name.slice(0, name.length - extension.length))) {
    if (kept.length + segment.length > longest - extension.length) break
    kept += segment
  }
  return `${kept}${extension}`
}
