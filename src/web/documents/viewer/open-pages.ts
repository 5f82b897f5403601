/** Opens the pages of a document for drawing: the pages of a PDF, or a single picture. */
import type { FileType } from '#core/documents/documents.ts'
import { openPdf } from './open-pdf.ts'

/** In CSS pixels at 100%. */
type Size = { width: number; height: number }

export type DrawnPage = Size & {
  /** Draws the page at `scale`, turned clockwise. A later drawing on the same canvas waits for this one. */
  draw: (canvas: HTMLCanvasElement, scale: number, quarterTurns: number) => Promise<void>
}

export type Pages = { pages: DrawnPage[]; close: () => void }

/** Throws an Error. */
export function openPages(bytes: ArrayBuffer, type: FileType): Promise<Pages> {
  return type === 'application/pdf' ? openPdfPages(bytes) : openPicture(bytes, type)
}

async function openPdfPages(bytes: ArrayBuffer): Promise<Pages> {
  const { pdf, close } = await openPdf(new Uint8Array(bytes))
  const numbers = Array.from({ length: pdf.numPages }, (_, at) => at + 1)
  const pages = await Promise.all(
    numbers.map(async (number): Promise<DrawnPage> => {
      const page = await pdf.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      return {
        width,
        height,
        async draw(canvas, scale, quarterTurns) {
          const rotation = (page.rotate + 90 * quarterTurns) % 360
          const viewport = page.getViewport({ scale, rotation })
          canvas.width = Math.ceil(viewport.width)
          canvas.height = Math.ceil(viewport.height)
          await page.render({ canvas, viewport }).promise
        },
      }
    }),
  )
  return { pages, close }
}

async function openPicture(bytes: ArrayBuffer, type: FileType): Promise<Pages> {
  const image = await createImageBitmap(new Blob([bytes], { type }))
  const { width, height } = image
  const page: DrawnPage = {
    width,
    height,
    draw(canvas, scale, quarterTurns) {
      const [wide, high] = [Math.ceil(width * scale), Math.ceil(height * scale)]
      const isSideways = quarterTurns % 2 === 1
      canvas.width = isSideways ? high : wide
      canvas.height = isSideways ? wide : high
      const context = canvas.getContext('2d')
      context?.translate(canvas.width / 2, canvas.height / 2)
      context?.rotate((quarterTurns * Math.PI) / 2)
      context?.drawImage(image, -wide / 2, -high / 2, wide, high)
      return Promise.resolve()
    },
  }
  return { pages: [page], close: () => image.close() }
}
