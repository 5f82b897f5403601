/** Encryption keys: 32 random bytes each, stored outside the database (SPEC S13). */
import { createHash, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type Key = { id: string; bytes: Buffer }

/** The first key encrypts new values. The older ones decrypt what they encrypted. */
export type Keyring = readonly [Key, ...Key[]]

export class KeyError extends Error {}

/** The length of a key's id in each encrypted value. */
export const KEY_ID_BYTES = 8
const KEY_BYTES = 32
export const KEY_FILE = 'encryption.key'
/** Keys that only older backups need. */
export const OLD_KEY_FILE = `${KEY_FILE}.old`

/** Reads base64 keys separated by commas or lines, the current one first. Throws KeyError for anything else. */
export function readKeyring(text: string, from: string): Keyring {
  const [first, ...older] = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((part) => parseKey(part, from))
  if (!first) throw new KeyError(`${from} contains no key.`)
  return [first, ...older]
}

export function newKey(): Key {
  return parseKey(newKeyText(), 'A new key')
}

/** A key's text for `readKeyring`. */
export function newKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

/** The keys in the folder's file, undefined if there is no file. Throws KeyError. */
export async function readKeyFile(folder: string, name = KEY_FILE): Promise<Keyring | undefined> {
  const file = path.join(folder, name)
  try {
    return readKeyring(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Creates the file, readable only by its owner. Keeps the file of another instance that was faster. */
export async function createKeyFile(folder: string): Promise<Keyring> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, KEY_FILE)
  const draft = await writeDraft(file, [newKey()])
  try {
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  return readKeyring(await readFile(file, 'utf8'), file)
}

/** Replaces the file in one step. */
export async function writeKeyFile(
  folder: string,
  keys: readonly Key[],
  name = KEY_FILE,
): Promise<void> {
  const file = path.join(folder, name)
  await rename(await writeDraft(file, keys), file)
  const directory = await open(folder)
  await directory.sync()
  await directory.close()
}

/** Adds keys to the archive file. */
export async function archiveKeyFile(folder: string, keys: readonly Key[]): Promise<void> {
  const before = (await readKeyFile(folder, OLD_KEY_FILE)) ?? []
  const added = keys.filter(({ id }) => !before.some((key) => key.id === id))
  if (added.length) await writeKeyFile(folder, [...added, ...before], OLD_KEY_FILE)
}

/** Writes the keys to a temporary file and returns its path. */
async function writeDraft(file: string, keys: readonly Key[]): Promise<string> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  const text = keys.map(({ bytes }) => `${bytes.toString('base64')}\n`).join('')
  await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  await chmod(draft, 0o600)
  return draft
}

function parseKey(text: string, from: string): Key {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== KEY_BYTES)
    throw new KeyError(
      `${from} must contain ${KEY_BYTES} random bytes in base64, as \`openssl rand -base64 ${KEY_BYTES}\` prints them.`,
    )
  const digest = createHash('sha256').update('haulbook key').update(bytes).digest()
  return { id: digest.subarray(0, KEY_ID_BYTES).toString('hex'), bytes }
}
