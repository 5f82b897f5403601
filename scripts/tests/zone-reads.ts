/** Whether this process or one of its threads read its time zone, or started another process. */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

const NAME = 'haulbook-zone-reads'
const FILES = /\/scripts\/tests\/|\bnode:/
/** Stack frames of an import: a module is evaluated only once for all test files of a worker. */
const IMPORT = /\bModuleJob|\bModule\._compile/
const IGNORED = [
  // The first and the last moment of a ZIP file's clock. Making a ZIP file reads the zone again.
  '/@zip.js/zip.js/lib/core/constants.js',
  // For forms in a PDF file. Our statements have none, and the server counts pages only.
  '/pdfjs-dist/legacy/build/pdf.mjs',
  '/pdfjs-dist/build/pdf.mjs',
  // The current year, which makes years in a password easy to guess.
  '/@zxcvbn-ts/core/',
]

/** Threads inherit the environment data, so they share the memory. */
function findMemory(): Int32Array {
  const known: unknown = getEnvironmentData(NAME)
  if (known instanceof SharedArrayBuffer) return new Int32Array(known)
  const memory = new SharedArrayBuffer(4)
  setEnvironmentData(NAME, memory)
  return new Int32Array(memory)
}

const memory = findMemory()

/**
 * Throws an Error if the reader is the server or the core, which have no zone, or a module that is being imported: a
 * later test file would use what it read.
 */
export function noteZoneRead(): void {
  const frames = String(new Error().stack).split('\n').slice(1)
  const reader = frames.find((frame) => !FILES.test(frame)) ?? ''
  if (/\/src\/(?:core|server)\//.test(reader))
    throw new Error(`The server must not depend on the time zone of its process: ${reader.trim()}`)
  if (frames.some((frame) => IMPORT.test(frame))) {
    if (IGNORED.some((file) => reader.includes(file))) return
    throw new Error(`A module reads the time zone while it is imported: ${reader.trim()}`)
  }
  noteProcess()
}

/** Notes that another process was started: what it reads is not seen. */
export function noteProcess(): void {
  Atomics.store(memory, 0, 1)
}

/** Returns whether there was a read since the last call. */
export function takeZoneRead(): boolean {
  return Atomics.exchange(memory, 0, 0) === 1
}
