declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export class WorkerMessageHandler {
    static setup(handler: Handler, port: unknown): void
  }

  export type Handler = { on(name: string, act: (data: object) => unknown): void }
}
