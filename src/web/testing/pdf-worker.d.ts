declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export type Handler = { on(name: string, act: (data: object) => unknown): void }

  export const WorkerMessageHandler: { setup(handler: Handler, port: unknown): void }
}
