/** Reads scanned pages by OCR in the browser. The first scan loads the OCR files from this server (SPEC C143). */
import type { Worker } from 'tesseract.js'
import corePath from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url'
import workerPath from 'tesseract.js/dist/worker.min.js?url'
import { toScannedPage } from '#core/confirmations/scan/scanned-page.ts'
import {
  chooseTurn,
  countSureLetters,
  looksUpright,
  type Turn,
  TURNS,
  turnSize,
} from '#core/confirmations/scan/turns.ts'
import type { Page } from '#core/confirmations/words/words.ts'
import type { OpenedPaper } from '#web/confirmations/pdf/open-paper.ts'

/** Where the build puts the trained data for English (`vite.config.ts`). */
const TRAINED_DATA = String(import.meta.env.VITE_TRAINED_DATA)

/** Pixels per point at 200 dpi. */
const SCALE = 200 / 72
const MOST_PIXELS = 12_000_000

/** `page`: which of the scanned pages is being read, from 1; 0 while OCR is loading. `done`: the share of all pages, from 0 to 1. */
export type ScanProgress = { page: number; done: number }

type ScanOptions = { signal: AbortSignal; onProgress: (progress: ScanProgress) => void }

const scanMessages = {
  notLoaded: 'The scan reader did not load. Check your connection, then try again.',
  unreadable: 'Couldn’t read this scan. Enter the load yourself.',
}

/** Reads the pages with these numbers. Throws an Error with a message for the user, or the signal's reason after an abort. */
export async function readScan(
  paper: OpenedPaper,
  numbers: readonly number[],
  { signal, onProgress }: ScanOptions,
): Promise<Page[]> {
  const watch = watchProgress(signal)
  let done = 0
  const report = (page: number, share: number) => {
    watch.touch()
    onProgress({ page, done: (done + share) / numbers.length })
  }
  report(0, 0)
  const opening = openReader({
    onRead: (share) => report(done + 1, share),
    onFailure: () => watch.fail(new Error(scanMessages.notLoaded)),
  })
  try {
    const reader = await Promise.race([opening, watch.failed])
    const pages: Page[] = []
    for (const number of numbers) {
      report(done + 1, 0)
      pages.push(await Promise.race([readPage(reader, paper, number), watch.failed]))
      done++
    }
    return pages
  } finally {
    watch.stop()
    void opening.then((reader) => reader.terminate()).catch(() => undefined)
  }
}

type Opening = { onRead: (share: number) => void; onFailure: () => void }

async function openReader({ onRead, onFailure }: Opening): Promise<Worker> {
  try {
    const { createWorker, OEM } = await import('tesseract.js')
    return await createWorker('eng', OEM.LSTM_ONLY, {
      workerPath,
      corePath,
      langPath: TRAINED_DATA,
      // A worker from a blob would get the page's content security policy, which blocks WebAssembly.
      workerBlobURL: false,
      // The browser's own cache keeps the file.
      cacheMethod: 'none',
      logger: ({ status, progress }) => onRead(status === 'recognizing text' ? progress : 0),
      errorHandler: onFailure,
    })
  } catch (error) {
    throw new Error(scanMessages.notLoaded, { cause: error })
  }
}

async function readPage(reader: Worker, paper: OpenedPaper, number: number): Promise<Page> {
  const { width, height } = paper.sizes[number] ?? { width: 1, height: 1 }
  const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (width * height)))
  const canvas = document.createElement('canvas')
  try {
    await paper.draw(number, canvas, width * scale)
    const lines = await readLines(reader, canvas)
    if (looksUpright(lines.flatMap(({ words }) => words)))
      return toScannedPage(lines, { width, height, scale })
    const turn = await findTurn(reader, canvas)
    const turned = turn === 0 ? lines : await readLines(reader, turnPicture(canvas, turn))
    return toScannedPage(turned, { width, height, scale, turn })
  } catch (error) {
    throw new Error(scanMessages.unreadable, { cause: error })
  }
}

async function readLines(reader: Worker, canvas: HTMLCanvasElement) {
  const { data } = await reader.recognize(canvas, {}, { text: false, blocks: true })
  return (data.blocks ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap((paragraph) => paragraph.lines),
  )
}

/** Reads the middle of the page in each of the four directions, to find how far it must be turned. */
async function findTurn(reader: Worker, canvas: HTMLCanvasElement): Promise<Turn> {
  const sample = cutMiddle(canvas)
  const samples = []
  for (const turn of TURNS) {
    const lines = await readLines(reader, turnPicture(sample, turn))
    samples.push({ turn, sure: countSureLetters(lines.flatMap(({ words }) => words)) })
  }
  return chooseTurn(samples)
}

// Turned copies of a page's picture (SPEC C159).

/** The part of the shorter side that is read: enough words to show whether the page is upright. */
const SAMPLE = 0.7

/** The middle of the picture, as a square. */
function cutMiddle(picture: HTMLCanvasElement): HTMLCanvasElement {
  const side = Math.round(Math.min(picture.width, picture.height) * SAMPLE)
  const { canvas, context } = newCanvas(side, side)
  context.drawImage(picture, (side - picture.width) / 2, (side - picture.height) / 2)
  return canvas
}

/** Turns the picture clockwise. */
function turnPicture(picture: HTMLCanvasElement, turn: Turn): HTMLCanvasElement {
  const { width, height } = turnSize(picture, turn)
  const { canvas, context } = newCanvas(width, height)
  context.translate(width / 2, height / 2)
  context.rotate((turn * Math.PI) / 180)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
  return canvas
}

function newCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser does not have enough memory for the picture')
  return { canvas, context }
}

/** A phone needs seconds for a part of a page, but a worker that ran out of memory never reports again. */
const LONGEST_SILENCE_MS = 90_000

type Watch = {
  /** Never resolves. */
  failed: Promise<never>
  fail: (reason: unknown) => void
  /** Call it whenever there is progress. */
  touch: () => void
  stop: () => void
}

/** `failed` rejects after an abort, or after a long time without progress. */
function watchProgress(signal: AbortSignal): Watch {
  const { promise, reject } = Promise.withResolvers<never>()
  // Without this, a failure that nothing awaits yet would be an unhandled rejection.
  promise.catch(() => undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  const stop = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
  const touch = () => {
    clearTimeout(timer)
    timer = setTimeout(() => reject(new Error(TOO_SLOW)), LONGEST_SILENCE_MS)
  }
  return { failed: promise, fail: reject, touch, stop }
}

const TOO_SLOW = 'Reading the scan takes too long on this device. Enter the load yourself.'
