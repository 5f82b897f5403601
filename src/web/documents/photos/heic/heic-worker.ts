/** The worker that decodes HEIC with libheif (LGPL-3.0), which the build keeps in a separate file. */

/** Null if the picture could not be decoded. */
export type HeicResult = {
  pixels: Uint8ClampedArray<ArrayBuffer>
  width: number
  height: number
} | null

/** The part of libheif that is used. */
type HeifPixels = { data: Uint8ClampedArray; width: number; height: number }
type HeifImage = {
  get_width: () => number
  get_height: () => number
  display: (target: HeifPixels, done: (shown: HeifPixels | null) => void) => void
}
type Libheif = { HeifDecoder: new () => { decode: (bytes: Uint8Array) => HeifImage[] } }

/** A damaged or malicious header can claim billions of pixels. */
const MOST_PIXELS = 100_000_000

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void decode(data).then(
    (result) => self.postMessage(result),
    () => self.postMessage(null),
  )
})

async function decode(bytes: ArrayBuffer): Promise<HeicResult> {
  const library = await import('libheif-js/libheif-wasm/libheif-bundle.mjs')
  const { HeifDecoder } = (library as { default: () => Libheif }).default()
  const [image] = new HeifDecoder().decode(new Uint8Array(bytes))
  if (!image) return null
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > MOST_PIXELS) return null
  const pixels = new Uint8ClampedArray(width * height * 4)
  const shown = await new Promise((resolve) => {
    image.display({ data: pixels, width, height }, resolve)
  })
  return shown ? { pixels, width, height } : null
}
