/**
 * Copies a picture to the clipboard as PNG, the only format that every program accepts. The clipboard gets a promise, because browsers
 * allow copying only during the click and the picture must be fetched first.
 */
export async function copyPicture(url: string): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': toPng(url) })])
}

async function toPng(url: string): Promise<Blob> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the picture could not be fetched: ${response.status}`)
  const blob = await response.blob()
  if (blob.type === 'image/png') return blob
  const bitmap = await createImageBitmap(blob)
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('the picture could not be written as PNG'))), 'image/png')
  })
}
