/** The keys of what is encrypted at rest: 32 random bytes each, kept outside the database (SPEC S13). */
import { createHash, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type Key = { id: string; bytes: Buffer }

/** New secrets get the first; the others are older ones, which still open what they closed. */
export type Keyring = readonly [Key, ...Key[]]

export class KeyError extends Error {}

/** Names a key in what it closes: as many bytes as stand there. */
export const KEY_ID_BYTES = 8
const KEY_BYTES = 32
export const KEY_FILE = 'encryption.key'
/** Keys that nothing in the database needs any more: older backups do. */
export const OLD_KEY_FILE = `${KEY_FILE}.old`

/** Throws KeyError for anything but keys in base64, divided by commas or lines, the current one first. */
export function readKeyring(text: string, from: string): Keyring {
  const [first, ...older] = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => parseKey(word, from))
  if (!first) throw new KeyError(`${from} holds no key.`)
  return [first, ...older]
}

export function newKey(): Key {
  return parseKey(newKeyText(), 'A new key')
}

/** A key's text, as `readKeyring` takes it. */
export function newKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

/** The keys in the folder's file; undefined where there is none. Throws KeyError. */
export async function readKeyFile(folder: string, name = KEY_FILE): Promise<Keyring | undefined> {
  const file = path.join(folder, name)
  try {
    return readKeyring(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Makes the file, readable by its owner alone; the one that is there stays where another copy was quicker. */
export async function createKeyFile(folder: string): Promise<Keyring> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, KEY_FILE)
  const draft = await draftOf(file, [newKey()])
  try {
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  return readKeyring(await readFile(file, 'utf8'), file)
}

/** In place of the one that is there: whole or not at all. */
export async function writeKeyFile(
  folder: string,
  keys: readonly Key[],
  name = KEY_FILE,
): Promise<void> {
  const file = path.join(folder, name)
  await rename(await draftOf(file, keys), file)
  const directory = await open(folder)
  await directory.sync()
  await directory.close()
}

/** Adds to the keys that were put aside before. */
export async function archiveKeyFile(folder: string, keys: readonly Key[]): Promise<void> {
  const before = (await readKeyFile(folder, OLD_KEY_FILE)) ?? []
  const added = keys.filter(({ id }) => !before.some((one) => one.id === id))
  if (added.length) await writeKeyFile(folder, [...added, ...before], OLD_KEY_FILE)
}

/** On the disk, under a name of its own. */
async function draftOf(file: string, keys: readonly Key[]): Promise<string> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  const text = keys.map(({ bytes }) => `${bytes.toString('base64')}\n`).join('')
  await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  await chmod(draft, 0o600)
  return draft
}

function parseKey(word: string, from: string): Key {
  const bytes = Buffer.from(word, 'base64')
  if (bytes.length !== KEY_BYTES)
    throw new KeyError(
      `${from} must hold ${KEY_BYTES} random bytes in base64, as \`openssl rand -base64 ${KEY_BYTES}\` prints them.`,
    )
  const digest = createHash('sha256').update('haulbook key').update(bytes).digest()
  return { id: digest.subarray(0, KEY_ID_BYTES).toString('hex'), bytes }
}
