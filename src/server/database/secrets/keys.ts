/** The keys of what is encrypted at rest: 32 random bytes each, kept outside the database (SPEC S13). */
import { createHash, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type Key = { id: string; bytes: Buffer }

/** New secrets get the first; the others are older ones, which still open what they closed. */
export type Keyring = readonly [Key, ...Key[]]

export class KeyError extends Error {}

/** Names a key in what it closes: as many bytes as stand there. */
export const KEY_ID_BYTES = 8
const KEY_BYTES = 32
export const KEY_FILE = 'encryption.key'

/** Throws KeyError for anything but keys in base64, divided by commas or lines, the current one first. */
export function readKeyring(text: string, from: string): Keyring {
  const [first, ...older] = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => keyOf(word, from))
  if (!first) throw new KeyError(`${from} holds no key.`)
  return [first, ...older]
}

/** A key's text, as `readKeyring` takes it. */
export function newKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

/** The keys in the folder's file; undefined where there is none. Throws KeyError. */
export async function readKeyFile(folder: string): Promise<Keyring | undefined> {
  const file = path.join(folder, KEY_FILE)
  try {
    return readKeyring(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Makes the file, readable by its owner alone; the one that is there stays where another copy was quicker. */
export async function makeKeyFile(folder: string): Promise<Keyring> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, KEY_FILE)
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${newKeyText()}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await chmod(draft, 0o600)
  try {
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  return readKeyring(await readFile(file, 'utf8'), file)
}

function keyOf(word: string, from: string): Key {
  const bytes = Buffer.from(word, 'base64')
  if (bytes.length !== KEY_BYTES)
    throw new KeyError(
      `${from} must hold ${KEY_BYTES} random bytes in base64, as \`openssl rand -base64 ${KEY_BYTES}\` prints them.`,
    )
  const digest = createHash('sha256').update('haulbook key').update(bytes).digest()
  return { id: digest.subarray(0, KEY_ID_BYTES).toString('hex'), bytes }
}
