/** The worker that decodes HEIC with libheif (LGPL-3.0), in a separate file. */
import libheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs'

/** Null: no picture. */
export type HeicResult = {
  pixels: Uint8ClampedArray<ArrayBuffer>
  width: number
  height: number
} | null

/** A header can promise billions of pixels. */
const MOST_PIXELS = 100_000_000

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void decode(data).then(
    (result) => self.postMessage(result),
    () => self.postMessage(null),
  )
})

async function decode(bytes: ArrayBuffer): Promise<HeicResult> {
  const decoder = new (await libheif()).HeifDecoder()
  const [image] = decoder.decode(new Uint8Array(bytes))
  if (!image) return null
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > MOST_PIXELS) return null
  const pixels = new Uint8ClampedArray(width * height * 4)
  const shown = await new Promise((resolve) =>
    image.display({ data: pixels, width, height }, resolve),
  )
  return shown ? { pixels, width, height } : null
}
