/** The versions that the user saved in this browser: a conflict can then say that the other save was the user's own. */
import { readOwn, storeOwn } from './own-storage.ts'

const STORED_AS = 'own-saves'
const MAX_KEPT = 100

/** `path`: the path of the request, "/api/loads/7". Does nothing if the response is not a record with a version. */
export function rememberSave(path: string, response: unknown): void {
  const name = nameVersion(path, response)
  if (name !== null) storeOwn(STORED_AS, addSave(readSaves(), name).join())
}

/** Whether the user saved the record's version in this browser, in any tab. */
export function isOwnSave(path: string, record: unknown): boolean {
  const name = nameVersion(path, record)
  return name !== null && readSaves().includes(name)
}

/** Adds a save, and keeps only the newest saves. */
export function addSave(saves: string[], name: string): string[] {
  return [...saves.filter((saved) => saved !== name), name].slice(-MAX_KEPT)
}

/** "loads/7/3" for the third version of load 7; null for anything else. */
export function nameVersion(path: string, record: unknown): string | null {
  if (typeof record !== 'object' || record === null) return null
  const { id, version } = record as { id?: unknown; version?: unknown }
  const kind = /^\/api\/([\w-]+)/.exec(path)?.[1]
  if (!kind || typeof id !== 'number' || typeof version !== 'number') return null
  return `${kind}/${id}/${version}`
}

function readSaves(): string[] {
  return readOwn(STORED_AS).split(',').filter(Boolean)
}
