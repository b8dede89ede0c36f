import type { Sides } from './edit-models.ts'
import type { GivenPicture } from './use-input-picture.ts'

/** The longest side of images that services get. */
const longestSide = 2_048
/** Pixels of the image next to its former edges that the model may repaint, so that no seam stays. */
const seam = 8

/** Draws the extended image and its mask, white where the image was extended. Rejects if the image cannot be loaded. */
export async function extendedCanvas({ url, width, height }: GivenPicture, sides: Sides): Promise<{ image: File; mask: File }> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the image could not be fetched: ${response.status}`)
  const bitmap = await createImageBitmap(await response.blob())
  const whole = { width: width + sides.left + sides.right, height: height + sides.up + sides.down }
  const factor = Math.min(1, longestSide / Math.max(whole.width, whole.height))
  const size = { width: Math.round(whole.width * factor), height: Math.round(whole.height * factor) }
  const box = [sides.left * factor, sides.up * factor, width * factor, height * factor] as const
  const image = draw(size, (context) => {
    // The stretched image gives the model the right colors to begin with.
    context.drawImage(bitmap, 0, 0, size.width, size.height)
    context.drawImage(bitmap, ...box)
  })
  const mask = draw(size, (context) => {
    context.fillStyle = 'white'
    context.fillRect(0, 0, size.width, size.height)
    context.fillStyle = 'black'
    const inset = (side: number) => (side > 0 ? seam : 0)
    const [left, top, wide, high] = box
    context.fillRect(
      left + inset(sides.left),
      top + inset(sides.up),
      wide - inset(sides.left) - inset(sides.right),
      high - inset(sides.up) - inset(sides.down),
    )
  })
  bitmap.close()
  return { image: await toFile(image, 'image/jpeg'), mask: await toFile(mask, 'image/png') }
}

function draw({ width, height }: { width: number; height: number }, by: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no canvas')
  by(context)
  return canvas
}

const toFile = (canvas: HTMLCanvasElement, type: 'image/jpeg' | 'image/png'): Promise<File> =>
  new Promise((resolve, reject) => {
    const name = type === 'image/png' ? 'mask.png' : 'extended.jpg'
    canvas.toBlob((blob) => (blob ? resolve(new File([blob], name, { type })) : reject(new Error('no image was written'))), type, 0.95)
  })
