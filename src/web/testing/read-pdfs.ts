/** The light DOM has no workers: PDFs are read on the main thread. Nothing is drawn. */
import { WorkerMessageHandler, type Handler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/** Without its warnings about damaged files and fonts, which would fail a test. */
class QuietHandler extends WorkerMessageHandler {
  static override setup(handler: Handler, port: unknown): void {
    const on = handler.on.bind(handler)
    handler.on = (name, act) => on(name, name === 'configure' ? () => act({ verbosity: 0 }) : act)
    super.setup(handler, port)
  }
}

/** Before the first PDF. */
export function readPdfsHere(): void {
  Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler: QuietHandler } })
}
