/** Converts a photo to a page: upright, small, and without the phone's data about place and time (SPEC C118). */
import type { PicturePage } from '#core/documents/join-pictures.ts'
import { isHeic } from './heic/is-heic.ts'

/** In pixels: sharp at 200 dpi on a letter page. */
const LONGEST_EDGE = 2_200
const LARGEST_PAGE_BYTES = 500_000
/** From best to worst. If even the last one makes the file too large, the picture is made smaller. */
const QUALITIES = [0.82, 0.7, 0.58, 0.46]
const SMALLER = 0.8
/** The JPEG quality of a page before it is sent: nearly lossless. */
const KEPT_QUALITY = 0.92

/**
 * A page that is not sent yet, as a JPEG, because a phone has memory for only a few decoded pictures. `width`, `height`: in pixels,
 * before it is turned. `quarterTurns`: clockwise.
 */
export type Photo = { id: number; jpeg: Blob; width: number; height: number; quarterTurns: number }

export const photoMessages = {
  unreadable: 'This browser can’t open this picture',
}

let photos = 0

/** Throws an Error with a message for the user. */
export async function readPhoto(file: Blob): Promise<Photo> {
  const canvas = (await isHeic(file)) ? await readHeic(file) : await readPicture(file)
  const { width, height } = canvas
  const jpeg = await toJpeg(canvas, KEPT_QUALITY)
  release(canvas)
  return { id: ++photos, jpeg, width, height, quarterTurns: 0 }
}

/** Makes the page to send, turned as the user chose. */
export async function toPage(photo: Photo): Promise<PicturePage> {
  for (let scale = 1; ; scale *= SMALLER) {
    const canvas = await drawTurned(photo, scale)
    const { width, height } = canvas
    const jpeg = await toSmallJpeg(canvas)
    release(canvas)
    if (jpeg) return { jpeg: new Uint8Array(await jpeg.arrayBuffer()), width, height }
  }
}

/** Undefined if even the lowest quality is too large. */
async function toSmallJpeg(canvas: HTMLCanvasElement): Promise<Blob | undefined> {
  for (const quality of QUALITIES) {
    const jpeg = await toJpeg(canvas, quality)
    if (jpeg.size <= LARGEST_PAGE_BYTES) return jpeg
  }
  return undefined
}

/** Draws the photo, turned as the user chose, at most `longestEdge` pixels long. */
export function drawSmall(photo: Photo, longestEdge: number): Promise<HTMLCanvasElement> {
  return drawTurned(photo, Math.min(1, longestEdge / Math.max(photo.width, photo.height)))
}

async function drawTurned({ jpeg, quarterTurns }: Photo, scale: number) {
  const image = await createImageBitmap(jpeg)
  const canvas = draw(image, { quarterTurns, scale })
  image.close()
  return canvas
}

/** The browser turns the picture upright by the orientation that the camera stored. */
async function readPicture(file: Blob): Promise<HTMLCanvasElement> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new Error(photoMessages.unreadable)
  })
  const canvas = shrink(image)
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
  const canvas = shrink(whole)
  release(whole)
  return canvas
}

type Picture = ImageBitmap | HTMLCanvasElement

function shrink(image: Picture): HTMLCanvasElement {
  const scale = Math.min(1, LONGEST_EDGE / Math.max(image.width, image.height))
  return draw(image, { quarterTurns: 0, scale })
}

type Drawing = { quarterTurns: number; scale: number }

function draw(image: Picture, { quarterTurns, scale }: Drawing): HTMLCanvasElement {
  const wide = Math.max(1, Math.round(image.width * scale))
  const high = Math.max(1, Math.round(image.height * scale))
  const isSideways = quarterTurns % 2 === 1
  const canvas = document.createElement('canvas')
  canvas.width = isSideways ? high : wide
  canvas.height = isSideways ? wide : high
  const context = canvas.getContext('2d')
  if (!context) throw new Error(photoMessages.unreadable)
  context.imageSmoothingQuality = 'high'
  // A JPEG has no transparency: transparent parts would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((quarterTurns * Math.PI) / 2)
  context.drawImage(image, -wide / 2, -high / 2, wide, high)
  return canvas
}

/** Frees the memory immediately: phone browsers limit the memory of all canvases. */
function release(canvas: HTMLCanvasElement): void {
  Object.assign(canvas, { width: 0, height: 0 })
}

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error(photoMessages.unreadable))
    canvas.toBlob(done, 'image/jpeg', quality)
  })
}
