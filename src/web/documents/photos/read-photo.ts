/** Turns a photo into a page: upright, small, without the phone's data about place and time (SPEC C118). */
import type { PicturePage } from '#core/documents/join-pictures.ts'
import { isHeic } from './heic/is-heic.ts'

/** In pixels: sharp at 200 dpi on a letter page. */
const LONGEST_EDGE = 2_200
const LARGEST_PAGE_BYTES = 500_000
/** From best to worst; below the last one the picture becomes smaller. */
const QUALITIES = [0.82, 0.7, 0.58, 0.46]
const SMALLER = 0.8

/** A page that is not sent yet. `quarterTurns`: clockwise, from how the photo was taken. */
export type Photo = { id: number; picture: HTMLCanvasElement; quarterTurns: number }

export const photoMessages = {
  unreadable: 'This file is no picture that this browser can read',
}

let photos = 0

/** Throws an Error with a message for the user. */
export async function readPhoto(file: Blob): Promise<Photo> {
  const picture = (await isHeic(file)) ? await readHeic(file) : await readPicture(file)
  return { id: ++photos, picture, quarterTurns: 0 }
}

/** The bytes of a page, with the turns that the user made. */
export async function toPage({ picture, quarterTurns }: Photo): Promise<PicturePage> {
  for (let scale = 1; ; scale *= SMALLER) {
    const canvas = draw(picture, { quarterTurns, scale })
    const { width, height } = canvas
    for (const quality of QUALITIES) {
      const jpeg = await toJpeg(canvas, quality)
      if (jpeg.size > LARGEST_PAGE_BYTES) continue
      return { jpeg: new Uint8Array(await jpeg.arrayBuffer()), width, height }
    }
  }
}

/** Draws a picture that the user sees: a canvas of the photo with its turns. */
export function drawTurned({ picture, quarterTurns }: Photo, longestEdge: number) {
  const scale = Math.min(1, longestEdge / Math.max(picture.width, picture.height))
  return draw(picture, { quarterTurns, scale })
}

/** The browser turns it upright by what the camera noted. */
async function readPicture(file: Blob): Promise<HTMLCanvasElement> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new Error(photoMessages.unreadable)
  })
  const canvas = shrink(image, image.width, image.height)
  image.close()
  return canvas
}

/** Only a browser that can't read HEIC loads the decoder. */
async function readHeic(file: Blob): Promise<HTMLCanvasElement> {
  const own = await readPicture(file).catch(() => undefined)
  if (own) return own
  const { decodeHeic } = await import('./heic/decode-heic.ts')
  const decoded = await decodeHeic(file).catch(() => {
    throw new Error(photoMessages.unreadable)
  })
  const whole = document.createElement('canvas')
  Object.assign(whole, { width: decoded.width, height: decoded.height })
  whole.getContext('2d')?.putImageData(decoded, 0, 0)
  return shrink(whole, decoded.width, decoded.height)
}

function shrink(image: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const scale = Math.min(1, LONGEST_EDGE / Math.max(width, height))
  return draw(image, { width, height, quarterTurns: 0, scale })
}

type Drawing = { width?: number; height?: number; quarterTurns: number; scale: number }

function draw(image: CanvasImageSource, drawing: Drawing): HTMLCanvasElement {
  const own = image instanceof HTMLCanvasElement ? image : { width: 0, height: 0 }
  const { width = own.width, height = own.height, quarterTurns, scale } = drawing
  const [wide, high] = [width, height].map((size) => Math.max(1, Math.round(size * scale)))
  const isSideways = quarterTurns % 2 === 1
  const canvas = document.createElement('canvas')
  canvas.width = (isSideways ? high : wide) ?? 1
  canvas.height = (isSideways ? wide : high) ?? 1
  const context = canvas.getContext('2d')
  if (!context) throw new Error(photoMessages.unreadable)
  context.imageSmoothingQuality = 'high'
  // A JPEG has no transparency: what was clear would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((quarterTurns * Math.PI) / 2)
  context.drawImage(image, -(wide ?? 1) / 2, -(high ?? 1) / 2, wide ?? 1, high ?? 1)
  return canvas
}

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error(photoMessages.unreadable))
    canvas.toBlob(done, 'image/jpeg', quality)
  })
}
