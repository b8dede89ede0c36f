/** Has the browser save what is at an address of ours; without a name, under the one that the answer brings. */
export function saveUrl(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** By then the browser has taken what it was given, however slow it is. */
const takenMs = 10_000

/** Saves a text of the page as a file. */
export function saveText(text: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  saveUrl(url, name)
  setTimeout(() => URL.revokeObjectURL(url), takenMs)
}
