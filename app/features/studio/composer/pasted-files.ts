type Pasted = { files: readonly File[]; text: string }

const plain = (name: string) => name.normalize('NFC').trim()

/**
 * Returns the files of a paste; none if its text is meant, because text copied from a document often includes an image of itself. The
 * Finder adds the names of copied files as text, and some browsers the icon of a file as an image.
 */
export function pastedFiles({ files, text }: Pasted): File[] {
  if (text === '') return [...files]
  const lines = text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '')
  const names = new Set(lines.map((line) => plain(line.split(/[/\\]/).at(-1) ?? '')))
  return files.filter(({ name }) => names.has(plain(name)))
}
