/** Names that Windows gives to devices, whatever their extension. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\.|$)/i

/** Whether Windows takes a name for one of a device. */
export const isDevice = (name: string): boolean => devices.test(name)

/** The longest name of most file systems, in bytes. */
const longest = 255

/** Turns the name of a file into one that can be unpacked on every system: Windows takes the fewest. */
export function archiveName(name: string): string {
  const possible = name
    .normalize('NFC')
    .replaceAll(/[<>:"/\\|?*\p{Cc}]/gu, '_')
    // Windows drops spaces and dots at the end.
    .replace(/[. ]$/, '_')
  const free = isDevice(possible) ? `_${possible}` : possible
  if (Buffer.byteLength(free) <= longest) return free || '_'
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(free)?.[0] ?? ''
  let [kept, left] = ['', longest - Buffer.byteLength(extension)]
  // Whole characters as people see them: an emoji of a family has seven.
  for (const { segment } of new Intl.Segmenter().segment(free.slice(0, free.length - extension.length))) {
    left -= Buffer.byteLength(segment)
    if (left < 0) break
    kept += segment
  }
  return `${kept.trimEnd()}${extension}`
}
