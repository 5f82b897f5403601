/** The part of libheif that the worker uses. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  type HeifImage = {
    get_width: () => number
    get_height: () => number
    display: (target: HeifPixels, done: (shown: HeifPixels | null) => void) => void
  }
  type HeifPixels = { data: Uint8ClampedArray; width: number; height: number }
  type Libheif = {
    HeifDecoder: new () => { decode: (bytes: Uint8Array) => HeifImage[] }
  }
  const openLibheif: () => Libheif
  export default openLibheif
}
