type Pasted = Pick<DataTransfer, 'getData'> & { files: Iterable<File> }

/** Milliseconds within which an image was made for this paste. */
const madeNowMs = 5_000

const nameOf = (line: string) =>
  line
    .trim()
    .replace(/^.*[/\\]/, '')
    .normalize()

/**
 * Returns the files that a person meant to paste; none if the text was meant. Text copied from a document often includes an image of
 * itself. The Finder adds the names of copied files as text, and an image of their icon.
 */
export function pastedFiles(data: Pasted, now = Date.now()): File[] {
  const files = [...data.files]
  const text = data.getData('text/plain').trim()
  if (text !== '') {
    const names = new Set(text.split(/\r?\n/).map(nameOf))
    return files.filter(({ name }) => names.has(name.normalize()))
  }
  const isIcon = ({ name, lastModified }: File) => /^image\.(?:png|tiff?)$/.test(name) && Math.abs(now - lastModified) < madeNowMs
  const others = files.filter((file) => !isIcon(file))
  return others.length > 0 ? others : files
}
