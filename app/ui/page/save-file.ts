/** Downloads a URL of ours; without a name, under the one in the response. */
export function saveUrl(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Milliseconds after which the browser has certainly read the blob. */
const takenMs = 10_000

/** Saves a text as a file. */
export function saveText(text: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  saveUrl(url, name)
  setTimeout(() => URL.revokeObjectURL(url), takenMs)
}
