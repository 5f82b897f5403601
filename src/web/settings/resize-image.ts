import { LARGEST_LOGO_KB, LOGO_TYPES, MAX_LOGO_PIXELS } from '#core/settings/logos.ts'

/** The largest size in pixels: sharp on paper at the size that statements print. */
const MAX_SIZE = { width: 1000, height: 300 }

type Size = { width: number; height: number }

/** The file as a logo: unchanged if it is within the limits, otherwise as a smaller PNG. */
export async function resizeImage(file: File): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => undefined)
  // A file that the browser cannot read goes to the server, which reports what is wrong.
  if (!image || isWithinLimits(file, image)) return file
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fitSize(image))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return png ?? file
}

/** Whether the server accepts the file unchanged (SPEC S16). `size` in bytes. */
export function isWithinLimits(file: { type: string; size: number }, image: Size): boolean {
  const isKnown = LOGO_TYPES.some((type) => type === file.type)
  const isSmall = file.size <= LARGEST_LOGO_KB * 1024
  return isKnown && isSmall && image.width * image.height <= MAX_LOGO_PIXELS
}

/** Scales down to the largest size, at the same proportions, to at least 1 × 1 pixel. */
export function fitSize({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_SIZE.width / width, MAX_SIZE.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}
