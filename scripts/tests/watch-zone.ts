/**
 * Notes each read of the process's time zone. Node loads this file with --import into each process and thread of
 * the unit tests, before any other code. Without such a read no result depends on TZ.
 */
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

// Whether this process or one of its threads read its time zone, or started another process.

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
function noteZoneRead(): void {
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
function noteProcess(): void {
  Atomics.store(memory, 0, 1)
}

/** Returns whether there was a read since the last call. */
export function takeZoneRead(): boolean {
  return Atomics.exchange(memory, 0, 0) === 1
}

type Call = (...values: unknown[]) => unknown
type ReadsZone = (values: unknown[]) => boolean

/** A time with a zone, and a day without a time, which JavaScript takes as UTC. */
const NAMES_ZONE = /:\d\d(?:\.\d+)? ?(?:Z|GMT|UTC|[+-]\d\d(?::?\d\d){0,2})$|^\d{4}(?:-\d\d){0,2}$/
/** Without milliseconds: they are the same in every zone. */
const LOCAL_PARTS = ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds']
const LOCAL_METHODS = [
  ...LOCAL_PARTS.flatMap((part) => [`get${part}`, `set${part}`]),
  ...['getDay', 'getYear', 'setYear', 'getTimezoneOffset'],
  ...['toString', 'toDateString', 'toTimeString'],
]
const FORMATS = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']
const CLOCKS = ['plainDateISO', 'plainDateTimeISO', 'plainTimeISO', 'zonedDateTimeISO']
const STARTS = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']

const always: ReadsZone = () => true
const withoutZone: ReadsZone = ([, options]) => !namesZone(options)

watchDates()
for (const name of LOCAL_METHODS) watch(Date.prototype, name, always)
for (const name of FORMATS) watch(Date.prototype, name, withoutZone)
watch(Intl, 'DateTimeFormat', withoutZone)
watchTemporal(Reflect.get(globalThis, 'Temporal'))
for (const name of STARTS) watch(childProcess, name, always, noteProcess)
syncBuiltinESMExports()

function watchDates(): void {
  const readsZone: ReadsZone = (values) => values.length > 1 || isLocalTime(values[0])
  watch(Date, 'parse', ([text]) => isLocalTime(text))
  watch(globalThis, 'Date', readsZone)
  Reflect.defineProperty(Date.prototype, 'constructor', { value: globalThis.Date })
}

/** Node 26 has it, the type checker's library does not. */
function watchTemporal(temporal: unknown): void {
  if (!isObject(temporal)) return
  const { Now: now, Instant: instant } = temporal as { Now: object; Instant: { prototype: object } }
  watch(now, 'timeZoneId', always)
  for (const name of CLOCKS) watch(now, name, ([zone]) => zone === undefined)
  watch(instant.prototype, 'toLocaleString', withoutZone)
}

/** Replaces a function of `owner` by one that notes its reads. */
function watch(owner: object, name: string, readsZone: ReadsZone, note = noteZoneRead): void {
  const original = Reflect.get(owner, name) as Call
  const value = new Proxy(original, {
    apply(target, self, values) {
      // Date() without `new` returns the local time as text, whatever its arguments are.
      if (name === 'Date' || readsZone(values)) note()
      return Reflect.apply(target, self, values)
    },
    construct(target, values, newTarget) {
      if (readsZone(values)) note()
      return Reflect.construct(target, values, newTarget) as object
    },
  })
  Reflect.defineProperty(owner, name, { ...Reflect.getOwnPropertyDescriptor(owner, name), value })
}

function isLocalTime(value: unknown): boolean {
  if (typeof value === 'string') return !NAMES_ZONE.test(value.trim())
  return isObject(value) && !(value instanceof Date)
}

function namesZone(options: unknown): boolean {
  return isObject(options) && Reflect.get(options, 'timeZone') !== undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
