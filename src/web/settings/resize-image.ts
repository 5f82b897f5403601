/** Makes a picture small enough to be a logo, where it is not. */
import { LARGEST_LOGO_KB, LOGO_TYPES, MOST_LOGO_PIXELS } from '#core/settings/logos.ts'

/** Sharp on paper, at the size that statements print it: pixels. */
const FITTED = { width: 1000, height: 300 }

/** The file itself where it can be taken as it is; else the picture drawn anew, as a PNG. */
export async function resizeImage(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  // What the browser cannot read the server refuses, with its own words.
  if (!picture || isTaken(file, picture)) return file
  const { width, height } = picture
  const scale = Math.min(1, FITTED.width / width, FITTED.height / height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return drawn ?? file
}

function isTaken({ type, size }: File, { width, height }: ImageBitmap): boolean {
  const known = LOGO_TYPES.some((one) => one === type)
  return known && size <= LARGEST_LOGO_KB * 1024 && width * height <= MOST_LOGO_PIXELS
}
