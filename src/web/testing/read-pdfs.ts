/** The light DOM has no workers: PDFs are read on the main thread. Nothing is drawn. */
import { WorkerMessageHandler, type Handler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/** Before the first PDF. */
export function readPdfsHere(): void {
  Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler: { setup: setUpQuietly } } })
}

/** Without its warnings about damaged files and fonts, which would fail a test. */
function setUpQuietly(handler: Handler, port: unknown): void {
  const on = handler.on.bind(handler)
  handler.on = (name, act) => on(name, name === 'configure' ? () => act({ verbosity: 0 }) : act)
  WorkerMessageHandler.setup(handler, port)
}
