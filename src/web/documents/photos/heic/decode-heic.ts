/** Decodes HEIC in a worker: only the worker's file is allowed to run WebAssembly (SPEC C119). */
import type { HeicResult } from './heic-worker.ts'

/** Decodes the picture as the phone shows it. Throws an Error. */
export async function decodeHeic(file: Blob): Promise<ImageData> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' })
  try {
    const bytes = await file.arrayBuffer()
    const result = new Promise<HeicResult>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<HeicResult>) => resolve(data))
      worker.addEventListener('error', () => reject(new Error('The decoder did not start')))
    })
    worker.postMessage(bytes, [bytes])
    const { pixels, width, height } = (await result) ?? { width: 0, height: 0 }
    if (!pixels) throw new Error('The picture could not be decoded')
    return new ImageData(pixels, width, height)
  } finally {
    worker.terminate()
  }
}
